ALTER TABLE "imports" ADD COLUMN "known_rows" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "import_anyway" jsonb DEFAULT 'false'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "newest_id" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" DROP COLUMN "same_name";--> statement-breakpoint
ALTER TABLE "imports" DROP COLUMN "import_same_name";--> statement-breakpoint
UPDATE "imports" SET "newest_id" = 2147483647 WHERE "state" = 'running';