CREATE TABLE "notices_off" (
	"company_id" integer NOT NULL,
	"mailbox" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notices_off_company_id_mailbox_pk" PRIMARY KEY("company_id","mailbox")
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "notice_schedule" text DEFAULT 'now' NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "own_notices" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "email_notifications" ADD COLUMN "actor_id" integer;--> statement-breakpoint
ALTER TABLE "notices_off" ADD CONSTRAINT "notices_off_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_notifications" ADD CONSTRAINT "email_notifications_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;