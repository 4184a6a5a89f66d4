DROP INDEX "customers_search";--> statement-breakpoint
DROP INDEX "products_by_name";--> statement-breakpoint
DROP INDEX "products_search";--> statement-breakpoint
ALTER TABLE "customers" drop column "search";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(' ' || first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(phone, ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "products" drop column "search";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(' ' || name || ' ' || sku || ' ' || category || ' ' || description)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "customers_archived" ON "customers" USING btree ("company_id","sort_name","id") WHERE archived_at is not null;--> statement-breakpoint
CREATE INDEX "customers_search" ON "customers" USING gin ("company_id","search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_by_name" ON "products" USING btree ("company_id","sort_name","id","is_active");--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("company_id","search" gin_trgm_ops);