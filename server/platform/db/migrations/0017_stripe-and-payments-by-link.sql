CREATE TABLE "payment_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"public_id" text DEFAULT right(replace(gen_random_uuid()::text, '-', ''), 16) NOT NULL,
	"order_id" integer NOT NULL,
	"user_id" integer,
	"purpose" text NOT NULL,
	"cents" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"mark" text DEFAULT '' NOT NULL,
	"recipient" text DEFAULT '' NOT NULL,
	"session_id" text,
	"url" text,
	"expires_at" timestamp with time zone,
	"closes" boolean DEFAULT false NOT NULL,
	"payment_id" text,
	"refunds" integer,
	"dispute" jsonb,
	"problem" text,
	CONSTRAINT "payment_requests_public_id_unique" UNIQUE("public_id")
);
--> statement-breakpoint
CREATE TABLE "stripe_accounts" (
	"company_id" integer PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"api_key" text,
	"webhook_secret" text,
	"key_ending" text DEFAULT '' NOT NULL,
	"is_live" boolean DEFAULT false NOT NULL,
	"missing" text[] DEFAULT '{}' NOT NULL,
	"must_reconnect" boolean DEFAULT false NOT NULL,
	"heard_at" timestamp with time zone,
	"events_read_until" timestamp with time zone DEFAULT now() NOT NULL,
	"minimum_cents" integer DEFAULT 5000 NOT NULL,
	"practice" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "email_notifications" ADD COLUMN "order_id" integer;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "order_id" integer;--> statement-breakpoint
ALTER TABLE "payment_requests" ADD CONSTRAINT "payment_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stripe_accounts" ADD CONSTRAINT "stripe_accounts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_requests_open" ON "payment_requests" USING btree ("order_id") WHERE state = 'open' and purpose <> 'refund';--> statement-breakpoint
CREATE INDEX "payment_requests_order" ON "payment_requests" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "payment_requests_company" ON "payment_requests" USING btree ("company_id","id") WHERE state in ('open', 'onTheWay') or closes;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_requests_payment" ON "payment_requests" USING btree ("company_id","payment_id");--> statement-breakpoint
ALTER TABLE "email_notifications" ADD CONSTRAINT "email_notifications_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_notifications_order" ON "email_notifications" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "emails_order" ON "emails" USING btree ("order_id") WHERE order_id is not null;