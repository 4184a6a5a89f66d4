-- As before, but a connection that planned these queries while the table was empty does not count all of an event's
-- bookings: `event_id + 0` leaves only the index on the network (decision 031).
CREATE OR REPLACE FUNCTION network_wait(event integer, network text, minimum integer, share integer, seconds integer) RETURNS integer
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  within_time interval := make_interval(secs => seconds);
  made integer;
  allowed integer := minimum;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('bookings of ' || event || ' by ' || network, 0));
  SELECT count(*) INTO made FROM bookings
    WHERE network_hash = network AND event_id + 0 = event AND created_at > now() - within_time;
  IF made < allowed THEN RETURN 0; END IF;
  -- A time slot has a spot or more, so these many slots tell whether one more is allowed.
  SELECT greatest(allowed, sum(total_slots) / share) INTO allowed FROM (
    SELECT total_slots FROM time_slots
    WHERE event_id = event AND is_available AND starts_at > now() LIMIT share * (made + 1)
  ) AS slots;
  IF made < allowed THEN RETURN 0; END IF;
  RETURN (SELECT greatest(1, ceil(extract(epoch FROM created_at + within_time - now()))) FROM bookings
    WHERE network_hash = network AND event_id + 0 = event AND created_at > now() - within_time
    ORDER BY created_at DESC OFFSET allowed - 1 LIMIT 1);
END $$;
