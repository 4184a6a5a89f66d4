-- A name as lists are sorted by it: case and accents do not count.
CREATE FUNCTION plain_text(name text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'));
END $$;--> statement-breakpoint
-- As before, and of an email what comes after its @ too, so that it is found by its domain.
CREATE OR REPLACE FUNCTION search_words(company integer, texts text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  signs CONSTANT text := '!-/:-@[-`{-~«»\u2010-\u2027';
  plain text := lower(regexp_replace(normalize(texts, NFKD), '[\u0300-\u036f]', '', 'g'));
BEGIN
  plain := regexp_replace(' ' || plain || ' ', '[' || signs || ']*\s[\s' || signs || ']*', ' ', 'g');
  IF plain LIKE '%@%' THEN
    plain := plain || regexp_replace(plain, '[^\s@]*@', '', 'g');
  END IF;
  plain := regexp_replace(plain, '(\S{60})\S+', '\1', 'g');
  plain := btrim(plain || regexp_replace(plain, '[\s' || signs || ']+', ' ', 'g'));
  RETURN array_to_tsvector(string_to_array(company || '/' || regexp_replace(plain, '\s+', ' ' || company || '/', 'g'), ' '));
END $$;--> statement-breakpoint
ALTER TABLE "customers" DROP COLUMN "words", DROP COLUMN "sort_name";--> statement-breakpoint
ALTER TABLE "customers"
  ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (search_words(company_id, first_name || ' ' || last_name || ' ' || email || ' ' || joined(also_emails) || ' ' || phone_words(phone))) STORED NOT NULL,
  ADD COLUMN "sort_name" text GENERATED ALWAYS AS (plain_text(last_name || ' ' || first_name)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "customers_listed" ON "customers" USING btree ("company_id","sort_name","id") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "customers_archived" ON "customers" USING btree ("company_id","sort_name","id") WHERE archived_at is not null;--> statement-breakpoint
CREATE INDEX "customers_words" ON "customers" USING gin ("words");--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "words";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (search_words(company_id, customer_name || ' ' || customer_email || ' ' || items)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_words" ON "orders" USING gin ("words");--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "words", DROP COLUMN "sort_name";--> statement-breakpoint
ALTER TABLE "products"
  ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (search_words(company_id, name || ' ' || sku || ' ' || category || ' ' || description)) STORED NOT NULL,
  ADD COLUMN "sort_name" text GENERATED ALWAYS AS (plain_text(name)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "products_by_name" ON "products" USING btree ("company_id","sort_name","id","is_active");--> statement-breakpoint
CREATE INDEX "products_words" ON "products" USING gin ("words");--> statement-breakpoint
ALTER TABLE "order_form_templates" DROP COLUMN "sort_name";--> statement-breakpoint
ALTER TABLE "order_form_templates" ADD COLUMN "sort_name" text GENERATED ALWAYS AS (plain_text(template_name)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "order_form_templates_company" ON "order_form_templates" USING btree ("company_id","sort_name","id");--> statement-breakpoint
ALTER TABLE "customizations" DROP COLUMN "sort_name";--> statement-breakpoint
ALTER TABLE "customizations" ADD COLUMN "sort_name" text GENERATED ALWAYS AS (plain_text(name)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "customizations_company" ON "customizations" USING btree ("company_id","sort_name","id");--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "shopify_store_url" text;
