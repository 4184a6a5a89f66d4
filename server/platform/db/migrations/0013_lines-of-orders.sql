ALTER TABLE "order_products" ALTER COLUMN "product_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "order_products" ADD COLUMN "taxable" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "order_products" ADD COLUMN "options" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "order_products" ADD COLUMN "template_id" integer;--> statement-breakpoint
ALTER TABLE "order_products" ADD COLUMN "template_version" integer;--> statement-breakpoint
ALTER TABLE "order_products" ADD COLUMN "form_data" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "order_products" ADD CONSTRAINT "order_products_template_version" FOREIGN KEY ("template_id","template_version") REFERENCES "public"."order_template_versions"("template_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_products_template" ON "order_products" USING btree ("template_id","template_version") WHERE template_id is not null;