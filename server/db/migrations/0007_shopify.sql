CREATE TABLE "practice_stores" (
	"company_id" integer PRIMARY KEY NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shopify_logs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shopify_logs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"operation_id" integer NOT NULL,
	"user_id" integer,
	"order_id" integer,
	"operation" text NOT NULL,
	"subject_name" text NOT NULL,
	"shopify_order_id" text,
	"status" text NOT NULL,
	"response_data" text,
	"error_message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shopify_operations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shopify_operations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer,
	"kind" text NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" integer NOT NULL,
	"subject_name" text NOT NULL,
	"attempt_key" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"lookups" integer DEFAULT 0 NOT NULL,
	"pauses" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"held_until" timestamp with time zone DEFAULT now() NOT NULL,
	"remote_id" text,
	"last_error" text,
	"progress" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shopify_operations_attempt_key_unique" UNIQUE("attempt_key")
);
--> statement-breakpoint
CREATE TABLE "shopify_stores" (
	"company_id" integer PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"address" text NOT NULL,
	"client_id" text,
	"client_secret" text,
	"token" text,
	"token_expires_at" timestamp with time zone,
	"token_renews_at" timestamp with time zone,
	"token_version" integer DEFAULT 0 NOT NULL,
	"renewing_until" timestamp with time zone DEFAULT now() NOT NULL,
	"scopes" text[] DEFAULT '{}' NOT NULL,
	"shop_name" text,
	"enabled" boolean DEFAULT false NOT NULL,
	"must_reconnect" boolean DEFAULT false NOT NULL,
	"subscribed_at" timestamp with time zone,
	"products_synced_until" timestamp with time zone,
	"products_synced_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shopify_webhooks" (
	"company_id" integer NOT NULL,
	"webhook_id" text NOT NULL,
	"topic" text NOT NULL,
	"remote_id" text,
	"handled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shopify_webhooks_company_id_webhook_id_pk" PRIMARY KEY("company_id","webhook_id")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "shopify_product_id" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "shopify_variant_id" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "shopify_handle" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "shopify_updated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "shopify_seen" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "vendor" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "product_type" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "status" text DEFAULT 'active' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "inventory_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "weight" double precision;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "weight_unit" text DEFAULT 'kg' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "requires_shipping" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "taxable" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "practice_stores" ADD CONSTRAINT "practice_stores_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shopify_logs" ADD CONSTRAINT "shopify_logs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shopify_logs" ADD CONSTRAINT "shopify_logs_operation_id_shopify_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."shopify_operations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shopify_operations" ADD CONSTRAINT "shopify_operations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shopify_stores" ADD CONSTRAINT "shopify_stores_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shopify_webhooks" ADD CONSTRAINT "shopify_webhooks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shopify_logs_company" ON "shopify_logs" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "shopify_logs_operation" ON "shopify_logs" USING btree ("operation_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "shopify_operations_open" ON "shopify_operations" USING btree ("company_id","entity_type","entity_id") WHERE state in ('queued', 'sending', 'unknown');--> statement-breakpoint
CREATE INDEX "shopify_operations_due" ON "shopify_operations" USING btree ("next_try_at","id") WHERE state in ('queued', 'sending', 'unknown');--> statement-breakpoint
CREATE INDEX "shopify_operations_of" ON "shopify_operations" USING btree ("company_id","entity_type","entity_id","id");--> statement-breakpoint
CREATE INDEX "shopify_stores_address" ON "shopify_stores" USING btree ("address");--> statement-breakpoint
CREATE INDEX "shopify_webhooks_waiting" ON "shopify_webhooks" USING btree ("created_at") WHERE handled_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "products_shopify" ON "products" USING btree ("company_id","shopify_product_id") WHERE shopify_product_id is not null;