ALTER TABLE "notices_off" DROP CONSTRAINT "notices_off_company_id_mailbox_pk";--> statement-breakpoint
ALTER TABLE "email_notifications" drop column "audience";--> statement-breakpoint
ALTER TABLE "email_notifications" ADD COLUMN "audience" text GENERATED ALWAYS AS (CASE WHEN email_type IN ('password_reset', 'email_confirmation') THEN 'account' WHEN right(email_type, 7) = '_notice' THEN 'staff' WHEN email_type IN ('booking_reminder', 'booking_reminder_soon', 'booking_thanks') THEN 'scheduled' ELSE 'others' END) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "notices_off" ADD COLUMN "kind" text DEFAULT 'notices' NOT NULL;--> statement-breakpoint
ALTER TABLE "notices_off" ADD CONSTRAINT "notices_off_company_id_mailbox_kind_pk" PRIMARY KEY("company_id","mailbox","kind");--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "waitlist_entry_id" integer;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_waitlist_entry_id_waitlist_entries_id_fk" FOREIGN KEY ("waitlist_entry_id") REFERENCES "public"."waitlist_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "emails_waitlist" ON "emails" USING btree ("waitlist_entry_id") WHERE waitlist_entry_id is not null;--> statement-breakpoint
CREATE INDEX "email_notifications_due" ON "email_notifications" USING btree ("company_id","audience","next_attempt_at","id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "email_notifications_held" ON "email_notifications" USING btree ("company_id","status","audience") WHERE status in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "email_notifications_sent" ON "email_notifications" USING btree ("company_id","sent_at","audience") WHERE sent_at is not null;--> statement-breakpoint
UPDATE "emails" SET "waitlist_entry_id" = "mail"."waitlist_entry_id" FROM "email_notifications" AS "mail" WHERE "mail"."id" = "emails"."id" AND "mail"."waitlist_entry_id" IS NOT NULL;