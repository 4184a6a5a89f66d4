ALTER TABLE "products" ADD COLUMN "shopify_picture" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "shopify_picture_taken" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "shopify_photo_url" text;--> statement-breakpoint
CREATE INDEX "products_pictures" ON "products" USING btree ("company_id","id") WHERE shopify_picture is not null
  and shopify_picture is distinct from shopify_picture_taken
  and (photo_url is null or photo_url = shopify_photo_url);--> statement-breakpoint
UPDATE "practice_stores" SET "content" = jsonb_set("content", '{products}', (
  SELECT coalesce(jsonb_agg('{"featuredMedia": null}'::jsonb || product), '[]'::jsonb)
  FROM jsonb_array_elements("content" -> 'products') AS product));