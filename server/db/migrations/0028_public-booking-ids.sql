ALTER TABLE "bookings" ADD COLUMN "public_id" text;--> statement-breakpoint
-- Links and calendar entries that guests have already stay as they are.
UPDATE "bookings" SET "public_id" = "id"::text;--> statement-breakpoint
ALTER TABLE "bookings" ALTER COLUMN "public_id" SET NOT NULL, ALTER COLUMN "public_id" SET DEFAULT right(replace(gen_random_uuid()::text, '-', ''), 16);--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_public_id_key" ON "bookings" USING btree ("public_id");
