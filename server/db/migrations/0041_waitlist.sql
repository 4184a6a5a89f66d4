CREATE TABLE "waitlist_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waitlist_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"public_id" text DEFAULT right(replace(gen_random_uuid()::text, '-', ''), 16) NOT NULL,
	"company_id" integer NOT NULL,
	"event_id" integer NOT NULL,
	"time_slot_id" integer,
	"slot_date" date,
	"attendee_name" text NOT NULL,
	"attendee_email" text NOT NULL,
	"party_size" integer DEFAULT 1 NOT NULL,
	"rank" integer NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"network_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waitlist_entries_target" CHECK (time_slot_id is null or slot_date is null),
	CONSTRAINT "waitlist_entries_party" CHECK (party_size >= 1)
);
--> statement-breakpoint
CREATE TABLE "waitlist_offers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waitlist_offers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"entry_id" integer NOT NULL,
	"time_slot_id" integer NOT NULL,
	"spots" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"booking_id" integer,
	"offered_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waitlist_offers_spots" CHECK (spots >= 1)
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "has_waitlist" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "offer_minutes" integer DEFAULT 120 NOT NULL;--> statement-breakpoint
ALTER TABLE "email_notifications" ADD COLUMN "waitlist_entry_id" integer;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_time_slot_id_time_slots_id_fk" FOREIGN KEY ("time_slot_id") REFERENCES "public"."time_slots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_offers" ADD CONSTRAINT "waitlist_offers_entry_id_waitlist_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."waitlist_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_offers" ADD CONSTRAINT "waitlist_offers_time_slot_id_time_slots_id_fk" FOREIGN KEY ("time_slot_id") REFERENCES "public"."time_slots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_offers" ADD CONSTRAINT "waitlist_offers_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_entries_public_id_key" ON "waitlist_entries" USING btree ("public_id");--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_entries_once" ON "waitlist_entries" USING btree ("event_id",coalesce("time_slot_id", 0),coalesce("slot_date", '-infinity'::date),lower("attendee_email")) WHERE status in ('waiting', 'offered');--> statement-breakpoint
CREATE INDEX "waitlist_entries_next" ON "waitlist_entries" USING btree ("event_id","rank","id");--> statement-breakpoint
CREATE INDEX "waitlist_entries_slot" ON "waitlist_entries" USING btree ("time_slot_id") WHERE time_slot_id is not null;--> statement-breakpoint
CREATE INDEX "waitlist_entries_attendee" ON "waitlist_entries" USING btree (lower("attendee_email"),"created_at");--> statement-breakpoint
CREATE INDEX "waitlist_entries_network" ON "waitlist_entries" USING btree ("network_hash","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_offers_open" ON "waitlist_offers" USING btree ("entry_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "waitlist_offers_entry" ON "waitlist_offers" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "waitlist_offers_slot" ON "waitlist_offers" USING btree ("time_slot_id");--> statement-breakpoint
CREATE INDEX "waitlist_offers_due" ON "waitlist_offers" USING btree ("expires_at") WHERE state = 'open';--> statement-breakpoint
ALTER TABLE "email_notifications" ADD CONSTRAINT "email_notifications_waitlist_entry_id_waitlist_entries_id_fk" FOREIGN KEY ("waitlist_entry_id") REFERENCES "public"."waitlist_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_notifications_waitlist" ON "email_notifications" USING btree ("waitlist_entry_id") WHERE waitlist_entry_id is not null;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_offer" CHECK (offer_minutes >= 1);