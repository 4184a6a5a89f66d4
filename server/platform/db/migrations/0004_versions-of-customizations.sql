ALTER TABLE "customization_options" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "customizations" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;