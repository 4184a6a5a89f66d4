ALTER TABLE "orders" ADD COLUMN "imported_as" text;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_imported" ON "orders" USING btree ("company_id","imported_as") WHERE imported_as is not null;