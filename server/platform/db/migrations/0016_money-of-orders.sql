CREATE TABLE "order_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"order_id" integer NOT NULL,
	"kind" text NOT NULL,
	"cents" integer NOT NULL,
	"method" text NOT NULL,
	"received_on" date NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"user_id" integer,
	"corrects" integer,
	"provider" text,
	"outside_id" text,
	"idempotency_key" text,
	"request_hash" text,
	CONSTRAINT "order_entries_sign" CHECK (CASE kind WHEN 'payment' THEN cents > 0 WHEN 'refund' THEN cents < 0 ELSE cents <> 0 END),
	CONSTRAINT "order_entries_corrects" CHECK ((kind = 'correction') = (corrects IS NOT NULL)),
	CONSTRAINT "order_entries_provider" CHECK ((provider IS NULL) = (outside_id IS NULL))
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "deposit" jsonb;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "balance_due" text DEFAULT 'never' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "received_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "kept_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "deposit" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "balance_due" text DEFAULT 'never' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "balance_due_on" date;--> statement-breakpoint
-- Who had paid before there were entries has one, of the day the order was taken; before the keys and indexes, which
-- are made faster afterwards.
INSERT INTO order_entries (company_id, order_id, kind, cents, method, received_on, reference)
SELECT o.company_id, o.id, 'payment', o.total_cents, 'other', coalesce(wall_clock(o.created_at, c.time_zone), o.created_at AT TIME ZONE 'UTC')::date, 'Recorded before payments were tracked'
FROM orders AS o JOIN companies AS c ON c.id = o.company_id
WHERE o.status NOT IN ('pending', 'cancelled') AND o.total_cents > 0;--> statement-breakpoint
UPDATE orders SET received_cents = total_cents WHERE status NOT IN ('pending', 'cancelled') AND total_cents > 0;--> statement-breakpoint
ALTER TABLE "order_entries" ADD CONSTRAINT "order_entries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_entries" ADD CONSTRAINT "order_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_entries_order" ON "order_entries" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "order_entries_received" ON "order_entries" USING btree ("company_id","received_on","method","cents");--> statement-breakpoint
CREATE UNIQUE INDEX "order_entries_outside" ON "order_entries" USING btree ("company_id","provider","outside_id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_entries_key" ON "order_entries" USING btree ("company_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("company_id","created_at","id") WHERE total_cents > received_cents and status <> 'cancelled';--> statement-breakpoint
CREATE INDEX "orders_overdue" ON "orders" USING btree ("company_id",(case balance_due when 'date' then balance_due_on
    when 'delivery' then case when status in ('shipped', 'delivered', 'completed') then date '0001-01-01' end end)) WHERE total_cents > received_cents and status <> 'cancelled' and balance_due <> 'never';--> statement-breakpoint
CREATE INDEX "orders_refund_due" ON "orders" USING btree ("company_id","created_at","id") WHERE received_cents > case when status = 'cancelled' then kept_cents else total_cents end;--> statement-breakpoint
CREATE FUNCTION keep_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE texts text[] := '{reference, user_id, idempotency_key, request_hash}';
BEGIN
  -- An erasure blanks the texts (docs/decisions/084); the rest stays as it was.
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - texts = to_jsonb(OLD) - texts THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;--> statement-breakpoint
CREATE TRIGGER "order_entries_append_only" BEFORE UPDATE OR DELETE ON "order_entries"
FOR EACH ROW EXECUTE FUNCTION keep_entry();--> statement-breakpoint
-- A process of the version before, which knows no entries, marks orders as paid and as unpaid.
CREATE FUNCTION keep_older_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE paid order_entries;
BEGIN
  IF NEW.status = 'paid' THEN
    INSERT INTO order_entries (company_id, order_id, kind, cents, method, received_on, reference)
    SELECT NEW.company_id, NEW.id, 'payment', NEW.total_cents - NEW.received_cents, 'other',
      coalesce(wall_clock(now(), time_zone), now() AT TIME ZONE 'UTC')::date, 'Recorded before payments were tracked'
    FROM companies WHERE id = NEW.company_id;
    NEW.received_cents := NEW.total_cents;
    RETURN NEW;
  END IF;
  SELECT * INTO paid FROM order_entries AS e WHERE order_id = NEW.id AND kind = 'payment' AND provider IS NULL
    AND NOT EXISTS (SELECT FROM order_entries AS c WHERE c.order_id = NEW.id AND c.corrects = e.id)
    ORDER BY id DESC LIMIT 1;
  IF FOUND THEN
    INSERT INTO order_entries (company_id, order_id, kind, cents, method, received_on, corrects)
    VALUES (NEW.company_id, NEW.id, 'correction', -paid.cents, paid.method, paid.received_on, paid.id);
    NEW.received_cents := NEW.received_cents - paid.cents;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "orders_older_payment" BEFORE UPDATE OF status ON "orders" FOR EACH ROW
WHEN (OLD.received_cents = NEW.received_cents AND NEW.total_cents > 0 AND (
  OLD.status = 'pending' AND NEW.status = 'paid' AND NEW.received_cents < NEW.total_cents
  OR OLD.status = 'paid' AND NEW.status = 'pending' AND NEW.received_cents >= NEW.total_cents))
EXECUTE FUNCTION keep_older_payment();
