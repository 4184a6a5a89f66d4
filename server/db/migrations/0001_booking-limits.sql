ALTER TABLE "bookings" ADD COLUMN "network_hash" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "network_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "bookings_network" ON "bookings" USING btree ("network_hash","created_at");--> statement-breakpoint
CREATE INDEX "bookings_attendee" ON "bookings" USING btree (lower("attendee_email"),"created_at");--> statement-breakpoint
CREATE INDEX "sessions_network" ON "sessions" USING btree ("network_hash");