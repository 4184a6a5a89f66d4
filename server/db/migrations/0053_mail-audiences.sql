CREATE TABLE "returned_mailboxes" (
	"mailbox" text PRIMARY KEY NOT NULL,
	"uid_validity" bigint NOT NULL,
	"last_uid" bigint NOT NULL
);
--> statement-breakpoint
DROP INDEX "email_notifications_sent";--> statement-breakpoint
ALTER TABLE "email_notifications" drop column "audience";--> statement-breakpoint
ALTER TABLE "email_notifications" ADD COLUMN "audience" text GENERATED ALWAYS AS (CASE WHEN email_type IN ('password_reset', 'email_confirmation') THEN 'account' WHEN email_type IN ('invitation', 'co_host_invitation', 'contact_confirmation') THEN 'invited' WHEN email_type IN ('booking_reminder', 'booking_reminder_soon') THEN 'reminder' WHEN email_type IN ('booking_notice', 'booking_rescheduled_notice', 'booking_party_changed_notice', 'booking_cancelled_notice', 'data_request_notice') THEN 'staff' WHEN email_type IN ('booking_thanks') THEN 'thanks' ELSE 'guest' END) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "email_notifications_sent" ON "email_notifications" USING btree ("company_id","sent_at","audience") WHERE sent_at is not null and digest_id is null;--> statement-breakpoint
CREATE INDEX "email_notifications_due" ON "email_notifications" USING btree ("company_id","audience","next_attempt_at","id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "email_notifications_held" ON "email_notifications" USING btree ("company_id","status","audience") WHERE status in ('waiting', 'sending');
