CREATE TABLE "email_confirmations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "email_confirmations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer,
	"email" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_can_sign_in";--> statement-breakpoint
DROP INDEX "users_email_key";--> statement-breakpoint
DROP INDEX "email_notifications_due";--> statement-breakpoint
DROP INDEX "email_notifications_recipient";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "email_notifications" ADD COLUMN "confirmation_id" integer;--> statement-breakpoint
ALTER TABLE "email_notifications" ADD COLUMN "audience" text GENERATED ALWAYS AS (CASE WHEN email_type IN ('password_reset', 'email_confirmation') THEN 'account' WHEN right(email_type, 7) = '_notice' THEN 'staff' ELSE 'others' END) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "email_notifications" ADD COLUMN "waits_for" text;--> statement-breakpoint
ALTER TABLE "email_notifications" ADD COLUMN "recipient_hash" text;--> statement-breakpoint
ALTER TABLE "email_notifications" ADD COLUMN "failing_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "email_confirmations" ADD CONSTRAINT "email_confirmations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_confirmations" ADD CONSTRAINT "email_confirmations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "email_confirmations_user_key" ON "email_confirmations" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "email_confirmations_contact_key" ON "email_confirmations" USING btree ("company_id",lower("email")) WHERE user_id is null;--> statement-breakpoint
ALTER TABLE "email_notifications" ADD CONSTRAINT "email_notifications_confirmation_id_email_confirmations_id_fk" FOREIGN KEY ("confirmation_id") REFERENCES "public"."email_confirmations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "email_notifications_later" ON "email_notifications" USING btree ("next_attempt_at") WHERE status in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "email_notifications_waiting" ON "email_notifications" USING btree ("company_id") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "email_notifications_sent" ON "email_notifications" USING btree ("company_id","sent_at","audience") WHERE sent_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email")) WHERE email_confirmed_at is not null;--> statement-breakpoint
CREATE INDEX "email_notifications_due" ON "email_notifications" USING btree ("company_id","audience","next_attempt_at","id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "email_notifications_recipient" ON "email_notifications" USING btree ("recipient_hash","sent_at") WHERE recipient_hash is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_can_sign_in" CHECK (not is_active or (username is not null and password_hash is not null));--> statement-breakpoint
UPDATE "users" SET "email_confirmed_at" = coalesce("accepted_at", "created_at") WHERE "email" IS NOT NULL;--> statement-breakpoint
INSERT INTO "email_confirmations" ("company_id", "email", "confirmed_at") SELECT DISTINCT ON ("company_id", lower("contact_email")) "company_id", "contact_email", now() FROM "events" WHERE "contact_email" IS NOT NULL;
