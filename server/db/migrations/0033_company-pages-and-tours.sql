CREATE TABLE "company_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tours" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tours_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"url_slug" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "url_slug" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "logo_url" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "accent_color" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "show_address" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "embed_origins" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "tour_id" integer;--> statement-breakpoint
ALTER TABLE "company_slugs" ADD CONSTRAINT "company_slugs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tours" ADD CONSTRAINT "tours_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tours" ADD CONSTRAINT "tours_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_slugs_company" ON "company_slugs" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tours_slug_key" ON "tours" USING btree ("company_id","url_slug");--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_tour_id_tours_id_fk" FOREIGN KEY ("tour_id") REFERENCES "public"."tours"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_tour" ON "events" USING btree ("tour_id") WHERE tour_id is not null;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_accent" CHECK (accent_color ~ '^#[0-9a-f]{6}$');--> statement-breakpoint
WITH worded AS (
	SELECT "id", coalesce(nullif(trim(BOTH '-' FROM left(regexp_replace(lower("company_name"), '[^a-z0-9]+', '-', 'g'), 40)), ''), 'shows') AS "words"
	FROM "companies" WHERE "company_name" <> ''
), numbered AS (
	SELECT "id", "words", row_number() OVER (PARTITION BY "words" ORDER BY "id") AS "place" FROM worded
)
INSERT INTO "company_slugs" ("slug", "company_id")
SELECT CASE WHEN "place" > 1 OR "words" ~ '^[0-9]+$' OR "words" IN ('new', 'edit', 'create', 'admin', 'api', 'public', 'private', 'event', 'events') THEN "words" || '-' || "id" ELSE "words" END, "id"
FROM numbered ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE "companies" SET "url_slug" = s."slug" FROM "company_slugs" AS s WHERE s."company_id" = "companies"."id";
