-- What stands in a list, as words: PostgreSQL's own may not make a column, since it writes some types as settings say.
CREATE FUNCTION joined(texts text[]) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN array_to_string(texts, ' ');
END $$;--> statement-breakpoint
ALTER TABLE "customers" DROP COLUMN "words";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "also_emails" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (search_words(company_id, first_name || ' ' || last_name || ' ' || email || ' ' || joined(also_emails) || ' ' || phone_words(phone))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "customers_also_emails" ON "customers" USING gin ("also_emails") WHERE also_emails <> '{}';--> statement-breakpoint
CREATE INDEX "customers_words" ON "customers" USING gin ("words");
