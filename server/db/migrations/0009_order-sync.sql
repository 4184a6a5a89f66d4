ALTER TABLE "orders" ADD COLUMN "shopify_version" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shopify_items" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shopify_seen" text;--> statement-breakpoint
ALTER TABLE "shopify_operations" ADD COLUMN "replaced_id" text;--> statement-breakpoint
ALTER TABLE "shopify_stores" ADD COLUMN "orders_synced_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "orders_shopify" ON "orders" USING btree ("company_id","shopify_order_id") WHERE shopify_order_id is not null;