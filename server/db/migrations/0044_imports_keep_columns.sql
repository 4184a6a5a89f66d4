ALTER TABLE "imports" ADD COLUMN "columns" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "mended" jsonb DEFAULT '{}'::jsonb NOT NULL;