CREATE TABLE "security_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer,
	"user_id" integer,
	"actor_name" text,
	"action" text NOT NULL,
	"outcome" text DEFAULT 'done' NOT NULL,
	"subject_name" text DEFAULT '' NOT NULL,
	"network" text DEFAULT '' NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"hour" timestamp with time zone DEFAULT date_trunc('hour', now()) NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "email_notifications" drop column "audience";--> statement-breakpoint
ALTER TABLE "email_notifications" ADD COLUMN "audience" text GENERATED ALWAYS AS (CASE WHEN email_type IN ('password_reset', 'password_changed', 'email_changed', 'email_confirmation') THEN 'account' WHEN email_type IN ('invitation', 'co_host_invitation', 'contact_confirmation') THEN 'invited' WHEN email_type IN ('booking_reminder', 'booking_reminder_soon') THEN 'reminder' WHEN email_type IN ('booking_notice', 'booking_rescheduled_notice', 'booking_party_changed_notice', 'booking_cancelled_notice', 'data_request_notice') THEN 'staff' WHEN email_type IN ('booking_thanks') THEN 'thanks' ELSE 'guest' END) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "security_log" ADD CONSTRAINT "security_log_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "security_log_company" ON "security_log" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "security_log_age" ON "security_log" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "security_log_key" ON "security_log" USING btree ("hour","action","outcome",coalesce(company_id, 0),coalesce(user_id, 0),"network","subject_name");--> statement-breakpoint
CREATE INDEX "email_notifications_sent" ON "email_notifications" USING btree ("company_id","sent_at","audience") WHERE sent_at is not null and digest_id is null;--> statement-breakpoint
CREATE INDEX "email_notifications_due" ON "email_notifications" USING btree ("company_id","audience","next_attempt_at","id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "email_notifications_held" ON "email_notifications" USING btree ("company_id","status","audience") WHERE status in ('waiting', 'sending');
