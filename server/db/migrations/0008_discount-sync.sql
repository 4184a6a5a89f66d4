ALTER TABLE "discount_codes" ADD COLUMN "shopify_price_rule_id" text;--> statement-breakpoint
ALTER TABLE "discount_codes" ADD COLUMN "shopify_synced_at" timestamp with time zone;