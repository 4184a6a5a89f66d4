CREATE TABLE "emails" (
	"id" integer PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"booking_id" integer,
	"user_id" integer,
	"email_type" text NOT NULL,
	"status" text DEFAULT 'sent' NOT NULL,
	"to_email" text,
	"from_email" text,
	"subject" text,
	"body" text,
	"text" text,
	"has_calendar" boolean DEFAULT false NOT NULL,
	"failure" text,
	"error_message" text,
	"handled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone DEFAULT now() NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (search_words(company_id, coalesce(to_email, ''))) STORED NOT NULL
);
--> statement-breakpoint
ALTER TABLE "email_notifications" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "email_notifications" ADD COLUMN "resend_of" integer;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "emails_company" ON "emails" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "emails_status" ON "emails" USING btree ("company_id","status","id");--> statement-breakpoint
CREATE INDEX "emails_kind" ON "emails" USING btree ("company_id","email_type","id");--> statement-breakpoint
CREATE INDEX "emails_failed" ON "emails" USING btree ("company_id","booking_id") WHERE status = 'failed' and handled_at is null;--> statement-breakpoint
CREATE INDEX "emails_words" ON "emails" USING gin ("words");--> statement-breakpoint
-- What earlier versions sent, without texts, which they did not keep.
INSERT INTO emails (id, company_id, booking_id, user_id, email_type, status, to_email, subject, error_message, created_at, ended_at)
  SELECT id, company_id, booking_id, user_id, email_type, status, recipient_email, subject,
    CASE WHEN status = 'failed' THEN error_message END, created_at, coalesce(sent_at, CASE WHEN isfinite(next_attempt_at) THEN next_attempt_at ELSE created_at END)
  FROM email_notifications AS m
  WHERE status IN ('sent', 'failed', 'skipped') AND digest_id IS NULL
    AND EXISTS (SELECT FROM companies AS c WHERE c.id = m.company_id);
