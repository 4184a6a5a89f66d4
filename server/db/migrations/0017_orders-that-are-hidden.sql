ALTER TABLE "shopify_operations" ADD COLUMN "remote_name" text;--> statement-breakpoint
ALTER TABLE "shopify_operations" ADD COLUMN "remote_created_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "shopify_operations" ADD COLUMN "sent_to" text;--> statement-breakpoint
ALTER TABLE "shopify_stores" ADD COLUMN "order_key_defined" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- What was sent before stores were recorded is still looked for before an order is made again.
UPDATE "shopify_operations" SET "sent_to" = '' WHERE "kind" IN ('order.push', 'order.recreate') AND "tries" > 0;--> statement-breakpoint
-- Practice stores hold what they would, had they been made today.
UPDATE "practice_stores" SET "content" = "content" || jsonb_build_object(
  'scopes', "content"->'scopes' || '["read_all_orders"]',
  'orders', (
    SELECT coalesce(jsonb_agg(each || jsonb_build_object('createdAt', each->'updatedAt', 'metafields', '[]'::jsonb) ORDER BY at), '[]')
    FROM jsonb_array_elements("content"->'orders') WITH ORDINALITY AS listed (each, at)),
  'definitions', '[]'::jsonb, 'clock', 0, 'searchDelay', 0);--> statement-breakpoint
UPDATE "shopify_stores" SET "scopes" = "scopes" || '{read_all_orders}' WHERE "kind" = 'practice' AND cardinality("scopes") > 0;
