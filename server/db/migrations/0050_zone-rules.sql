CREATE TABLE "time_zones" (
	"name" text PRIMARY KEY NOT NULL,
	"release" text NOT NULL,
	"changes" timestamp with time zone[] NOT NULL,
	"walls" timestamp[] NOT NULL,
	"offsets" integer[] NOT NULL,
	"is_applied" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
-- Each start fills in the rules of zones whose data is older than its own, and then gives time slots their instants.
INSERT INTO "time_zones" ("name", "release", "changes", "walls", "offsets", "is_applied")
SELECT "time_zone", '', '{}'::timestamptz[], '{}'::timestamp[], '{0}'::integer[], false FROM (SELECT "time_zone" FROM "events" UNION SELECT "time_zone" FROM "companies") AS used;--> statement-breakpoint
ALTER TABLE "companies" DROP CONSTRAINT "companies_time_zone";--> statement-breakpoint
ALTER TABLE "events" DROP CONSTRAINT "events_time_zone";--> statement-breakpoint
ALTER TABLE "time_slots" ALTER COLUMN "starts_at" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "time_slots" ADD COLUMN "on_clock" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_time_zone_time_zones_name_fk" FOREIGN KEY ("time_zone") REFERENCES "public"."time_zones"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_time_zone_time_zones_name_fk" FOREIGN KEY ("time_zone") REFERENCES "public"."time_zones"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- The two are those of contract/zones.ts, by the rules in "time_zones". Null for a zone that is not there.
CREATE FUNCTION wall_clock(at timestamptz, zone text) RETURNS timestamp
LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT at AT TIME ZONE 'UTC' + offsets[width_bucket(at, changes) + 1] * interval '1 minute'
  FROM time_zones WHERE name = zone
$$;--> statement-breakpoint
-- A time that the clocks skip counts by the offset before the change, and of one that they repeat, the second.
CREATE FUNCTION instant_of(wall timestamp, zone text) RETURNS timestamptz
LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT (wall - offsets[width_bucket(wall, walls) + 1] * interval '1 minute') AT TIME ZONE 'UTC'
  FROM time_zones WHERE name = zone
$$;--> statement-breakpoint
-- A row that comes with its instant is one that is restored from a backup.
CREATE FUNCTION set_slot_instant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR NEW.starts_at IS NULL THEN
    NEW.starts_at := instant_of(NEW.slot_date + NEW.start_time, NEW.time_zone);
    NEW.on_clock := wall_clock(NEW.starts_at, NEW.time_zone) = NEW.slot_date + NEW.start_time;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "time_slots_instant" BEFORE INSERT OR UPDATE OF slot_date, start_time, time_zone ON "time_slots"
FOR EACH ROW EXECUTE FUNCTION set_slot_instant();
