CREATE INDEX "bookings_answered" ON "bookings" USING btree ("company_id") WHERE answers is not null;--> statement-breakpoint
ALTER TABLE "booking_photos" DROP COLUMN "file_type";