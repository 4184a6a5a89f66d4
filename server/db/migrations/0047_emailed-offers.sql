ALTER TABLE "waitlist_offers" ADD COLUMN "emailed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "waitlist_entries_waiting" ON "waitlist_entries" USING btree ("event_id","rank","id") WHERE status = 'waiting';--> statement-breakpoint
-- Offers made before this was stored: their emails went out.
UPDATE "waitlist_offers" SET "emailed_at" = "created_at";
