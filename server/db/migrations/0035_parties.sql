ALTER TABLE "bookings" ALTER COLUMN "attendee_email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "party_size" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "spots" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "notes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "max_party_size" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "spot_per_guest" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_party" CHECK (spots between 1 and party_size);--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_party" CHECK (max_party_size >= 1);
--> statement-breakpoint
-- As before, but it counts the spots of bookings, since a booking can take several (decision 051).
CREATE OR REPLACE FUNCTION network_wait(event integer, network text, minimum integer, share integer, seconds integer) RETURNS integer
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  within_time interval := make_interval(secs => seconds);
  made integer;
  allowed integer := minimum;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('bookings of ' || event || ' by ' || network, 0));
  SELECT coalesce(sum(spots), 0) INTO made FROM bookings
    WHERE network_hash = network AND event_id + 0 = event AND created_at > now() - within_time;
  IF made < allowed THEN RETURN 0; END IF;
  -- A time slot has a spot or more, so these many slots tell whether one more is allowed.
  SELECT greatest(allowed, sum(total_slots) / share) INTO allowed FROM (
    SELECT total_slots FROM time_slots
    WHERE event_id = event AND is_available AND starts_at > now() LIMIT share * (made + 1)
  ) AS slots;
  IF made < allowed THEN RETURN 0; END IF;
  -- It may book again once the newest bookings that fill the share are too old to count.
  RETURN (SELECT greatest(1, ceil(extract(epoch FROM created_at + within_time - now()))) FROM (
      SELECT created_at, sum(spots) OVER (ORDER BY created_at DESC, id DESC) AS spots_since FROM bookings
      WHERE network_hash = network AND event_id + 0 = event AND created_at > now() - within_time
    ) AS recent WHERE spots_since >= allowed ORDER BY created_at DESC LIMIT 1);
END $$;
