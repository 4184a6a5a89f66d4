-- The words a row is found by, each with its company: as they stand between spaces, and their parts between other
-- signs. Accents do not count. A lexeme may have 2,046 bytes, so words end after 60 letters.
CREATE FUNCTION search_words(company integer, texts text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  signs CONSTANT text := '!-/:-@[-`{-~«»\u2010-\u2027';
  plain text := lower(regexp_replace(normalize(texts, NFKD), '[\u0300-\u036f]', '', 'g'));
BEGIN
  plain := regexp_replace(' ' || plain || ' ', '[' || signs || ']*\s[\s' || signs || ']*', ' ', 'g');
  plain := regexp_replace(plain, '(\S{60})\S+', '\1', 'g');
  plain := btrim(plain || regexp_replace(plain, '[\s' || signs || ']+', ' ', 'g'));
  RETURN array_to_tsvector(string_to_array(company || '/' || regexp_replace(plain, '\s+', ' ' || company || '/', 'g'), ' '));
END $$;--> statement-breakpoint
-- A telephone number, its digits in one, and the ends of them that people type.
CREATE FUNCTION phone_words(phone text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  digits text := regexp_replace(phone, '\D', '', 'g');
BEGIN
  RETURN coalesce(concat_ws(' ', phone, digits, right(digits, 10), right(digits, 7), right(digits, 4)), '');
END $$;--> statement-breakpoint
DROP INDEX "customers_search";--> statement-breakpoint
DROP INDEX "orders_search";--> statement-breakpoint
DROP INDEX "products_search";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (search_words(company_id, first_name || ' ' || last_name || ' ' || email || ' ' || phone_words(phone))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (search_words(company_id, customer_name || ' ' || customer_email || ' ' || items)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (search_words(company_id, name || ' ' || sku || ' ' || category || ' ' || description)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "customers_words" ON "customers" USING gin ("words");--> statement-breakpoint
CREATE INDEX "orders_words" ON "orders" USING gin ("words");--> statement-breakpoint
CREATE INDEX "products_words" ON "products" USING gin ("words");--> statement-breakpoint
ALTER TABLE "customers" DROP COLUMN "search";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "search";--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "search";