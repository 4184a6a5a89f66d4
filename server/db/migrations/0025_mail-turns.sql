DROP INDEX "email_notifications_waiting";--> statement-breakpoint
ALTER TABLE "email_notifications" ADD COLUMN "digest_id" integer;--> statement-breakpoint
CREATE INDEX "email_notifications_held" ON "email_notifications" USING btree ("company_id","status","audience") WHERE status in ('waiting', 'sending');