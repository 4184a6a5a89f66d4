ALTER TABLE "shopify_stores" ADD COLUMN "webhook_uri" text;--> statement-breakpoint
ALTER TABLE "shopify_stores" ADD COLUMN "links_checked_to" integer DEFAULT 0 NOT NULL;