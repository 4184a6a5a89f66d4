CREATE TABLE "measurement_sets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "measurement_sets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" integer,
	"name" text NOT NULL,
	"unit" text NOT NULL,
	"fields" text NOT NULL,
	"photo_url" text,
	"sort_name" text GENERATED ALWAYS AS (plain_text(name)) STORED NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "measurings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "measurings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"customer_id" integer NOT NULL,
	"set_id" integer,
	"set_name" text NOT NULL,
	"unit" text NOT NULL,
	"measured_on" date NOT NULL,
	"wearer" text NOT NULL,
	"note" text NOT NULL,
	"values" jsonb NOT NULL,
	"user_id" integer
);
--> statement-breakpoint
ALTER TABLE "measurement_sets" ADD CONSTRAINT "measurement_sets_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "measurement_sets" ADD CONSTRAINT "measurement_sets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "measurings" ADD CONSTRAINT "measurings_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "measurings" ADD CONSTRAINT "measurings_set_id_measurement_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."measurement_sets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "measurings" ADD CONSTRAINT "measurings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "measurement_sets_company" ON "measurement_sets" USING btree ("company_id","sort_name","id");--> statement-breakpoint
CREATE INDEX "measurings_customer" ON "measurings" USING btree ("customer_id","id");--> statement-breakpoint
CREATE INDEX "measurings_company" ON "measurings" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "measurings_set" ON "measurings" USING btree ("set_id");--> statement-breakpoint
CREATE TRIGGER "measurings_frozen" BEFORE UPDATE ON "measurings"
FOR EACH ROW EXECUTE FUNCTION keep_row('customer_id', 'set_id', 'user_id', 'wearer', 'note');
