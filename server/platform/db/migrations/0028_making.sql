CREATE TABLE "closing_days" (
	"company_id" integer NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "closing_days_company_id_day_pk" PRIMARY KEY("company_id","day")
);
--> statement-breakpoint
CREATE TABLE "stages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"position" integer NOT NULL,
	"days" integer,
	"tells" text DEFAULT 'nobody' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "starts_after" text DEFAULT 'nothing' NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "weekly_capacity" integer;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "making_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "mails_mornings" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "making_told" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "stage_id" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "stage_since" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "needed_by" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "promised_on" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "due_on" date DEFAULT '0001-01-01' NOT NULL;--> statement-breakpoint
ALTER TABLE "closing_days" ADD CONSTRAINT "closing_days_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stages" ADD CONSTRAINT "stages_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stages_company" ON "stages" USING btree ("company_id","position");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_stage_id_stages_id_fk" FOREIGN KEY ("stage_id") REFERENCES "public"."stages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_open" ON "orders" USING btree ("company_id","stage_id","due_on","id") WHERE status in ('pending', 'paid');--> statement-breakpoint
CREATE INDEX "orders_promised" ON "orders" USING btree ("company_id","due_on","id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_due_on" CHECK (due_on = coalesce(promised_on, needed_by, '0001-01-01'));
--> statement-breakpoint
-- The stages of companies that exist; a new one gets its own when it registers.
INSERT INTO "stages" ("company_id", "name", "position")
SELECT c.id, s.name, s.at - 1 FROM "companies" AS c,
  unnest(ARRAY['To order', 'Ordered', 'In production', 'Arrived', 'Fitting', 'Ready']) WITH ORDINALITY AS s (name, at);
