ALTER TABLE "bookings" ADD COLUMN "assignee_id" integer;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "assignee_id" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "assignee_id" integer;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bookings_assigned" ON "bookings" USING btree ("company_id","assignee_id","id") WHERE assignee_id is not null;--> statement-breakpoint
CREATE INDEX "customers_assigned" ON "customers" USING btree ("company_id","assignee_id","id") WHERE assignee_id is not null;--> statement-breakpoint
CREATE INDEX "orders_assigned" ON "orders" USING btree ("company_id","assignee_id","id") WHERE assignee_id is not null;