ALTER TABLE "imports" ADD COLUMN "event_id" integer;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "canceled" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "no_spot" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imports_event" ON "imports" USING btree ("event_id") WHERE event_id is not null;