CREATE TABLE "scheduled_emails" (
	"company_id" integer NOT NULL,
	"booking_id" integer NOT NULL,
	"email_type" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	CONSTRAINT "scheduled_emails_booking_id_email_type_starts_at_pk" PRIMARY KEY("booking_id","email_type","starts_at")
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "slot_since" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "coming_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "guest_emails" text[] DEFAULT '{"booking_reminder","booking_reminder_soon"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_emails" ADD CONSTRAINT "scheduled_emails_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_emails" ADD CONSTRAINT "scheduled_emails_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "time_slots_starts" ON "time_slots" USING btree ("starts_at");