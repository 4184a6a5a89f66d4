ALTER TABLE "time_slots" ADD COLUMN "time_zone" text DEFAULT 'America/New_York' NOT NULL;--> statement-breakpoint
ALTER TABLE "time_slots" drop column "starts_at";--> statement-breakpoint
ALTER TABLE "time_slots" ADD COLUMN "starts_at" timestamp with time zone GENERATED ALWAYS AS ((slot_date + start_time) at time zone time_zone) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "time_zone" text DEFAULT 'America/New_York' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "time_zone" text DEFAULT 'America/New_York' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "city" text;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_time_zone" CHECK ((timestamp '2000-01-01' at time zone time_zone) is not null);--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_time_zone" CHECK ((timestamp '2000-01-01' at time zone time_zone) is not null);