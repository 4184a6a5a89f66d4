DROP INDEX "orders_due";--> statement-breakpoint
DROP INDEX "orders_overdue";--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("company_id","created_at","id","total_cents","received_cents") WHERE total_cents > received_cents and status <> 'cancelled';--> statement-breakpoint
CREATE INDEX "orders_overdue" ON "orders" USING btree ("company_id",(case balance_due when 'date' then balance_due_on
    when 'delivery' then case when status in ('shipped', 'delivered', 'completed') then date '0001-01-01' end end),"total_cents","received_cents","status","balance_due","balance_due_on") WHERE total_cents > received_cents and status <> 'cancelled' and balance_due <> 'never';