ALTER TABLE "shopify_stores" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "shopify_stores" ADD COLUMN "checked_at" timestamp with time zone;