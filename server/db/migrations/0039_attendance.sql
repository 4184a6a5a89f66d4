ALTER TABLE "bookings" ADD COLUMN "attendance" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "attendance_by" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "attendance_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "attendance_keys" text[] DEFAULT '{}' NOT NULL;