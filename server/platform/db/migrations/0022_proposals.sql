CREATE TABLE "company_terms" (
	"company_id" integer NOT NULL,
	"version" integer NOT NULL,
	"text" text NOT NULL,
	"user_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proposal_answers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "proposal_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"proposal_id" integer NOT NULL,
	"kind" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"wish" text DEFAULT '' NOT NULL,
	"network" text NOT NULL,
	"browser" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "proposals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"public_id" text DEFAULT right(replace(gen_random_uuid()::text, '-', ''), 16) NOT NULL,
	"order_id" integer NOT NULL,
	"number" integer NOT NULL,
	"user_id" integer,
	"snapshot" text NOT NULL,
	"hash" text NOT NULL,
	"recipient" text NOT NULL,
	"expires_on" date,
	"seen_at" timestamp with time zone,
	"answer" text,
	"is_ended" boolean DEFAULT false NOT NULL,
	CONSTRAINT "proposals_public_id_unique" UNIQUE("public_id")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "proposal_id" integer;--> statement-breakpoint
ALTER TABLE "company_terms" ADD CONSTRAINT "company_terms_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_terms" ADD CONSTRAINT "company_terms_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposal_answers" ADD CONSTRAINT "proposal_answers_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "company_terms_version" ON "company_terms" USING btree ("company_id","version");--> statement-breakpoint
CREATE INDEX "proposal_answers_proposal" ON "proposal_answers" USING btree ("proposal_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "proposals_number" ON "proposals" USING btree ("order_id","number");--> statement-breakpoint
CREATE INDEX "proposals_company" ON "proposals" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "orders_proposed" ON "orders" USING btree ("company_id","created_at","id") WHERE proposal_id is not null;--> statement-breakpoint
-- What customers approved never changes, but for the columns named here: an erasure blanks texts (docs/decisions/091).
CREATE FUNCTION keep_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - TG_ARGV <> to_jsonb(OLD) - TG_ARGV THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "proposals_frozen" BEFORE UPDATE ON "proposals"
FOR EACH ROW EXECUTE FUNCTION keep_row('snapshot', 'user_id', 'recipient', 'seen_at', 'answer', 'is_ended');--> statement-breakpoint
CREATE TRIGGER "proposal_answers_frozen" BEFORE UPDATE ON "proposal_answers"
FOR EACH ROW EXECUTE FUNCTION keep_row('name', 'wish', 'network', 'browser');--> statement-breakpoint
CREATE TRIGGER "company_terms_frozen" BEFORE UPDATE ON "company_terms"
FOR EACH ROW EXECUTE FUNCTION keep_row('user_id');
