DROP INDEX "customers_words";--> statement-breakpoint
CREATE INDEX "customers_found" ON "customers" USING gin ((words || CASE WHEN tags = '' THEN '' ELSE search_words(company_id, tags) END));