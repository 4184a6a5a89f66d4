ALTER TABLE "imports" ADD COLUMN "same_name" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "import_same_name" boolean DEFAULT false NOT NULL;