ALTER TABLE "orders" ADD COLUMN "shopify_cents" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shopify_transactions" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "shopify_operations_remote" ON "shopify_operations" USING btree ("company_id","remote_id");