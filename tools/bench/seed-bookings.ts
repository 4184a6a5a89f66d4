const answers = [
  { id: 'size', label: 'Dress size', type: 'number', answer: '38.5' },
  { id: 'wishes', label: 'Wishes', type: 'textarea', answer: 'No lace, please. Two of us try on.' },
]

/**
 * Stores this many bookings ($2) in each time slot of an event ($1), each with two sent emails. They are parties of 1, 2
 * and 3 in turn, which take a spot for each person; those of more than one have a phone and answers.
 */
export const STORE_BOOKINGS = `
  WITH booked AS (
    INSERT INTO bookings (company_id, event_id, time_slot_id, attendee_name, attendee_email, idempotency_key,
      party_size, spots, phone, answers)
    SELECT company_id, event_id, id, 'Grace Okafor', 'stored-' || id || '-' || n || '@okafor.test', gen_random_uuid(),
      party.size, party.size, CASE WHEN party.size > 1 THEN '212 555 0199' END,
      CASE WHEN party.size > 1 THEN '${JSON.stringify(answers)}'::jsonb END
    FROM time_slots, generate_series(1, $2::int) AS n, LATERAL (SELECT 1 + (n - 1) % 3 AS size) AS party
    WHERE event_id = $1
    RETURNING id, company_id, time_slot_id, spots
  ), mails AS (
    INSERT INTO email_notifications (company_id, booking_id, email_type, audience, status, sent_at)
    SELECT company_id, id, type, audience, 'sent', now()
    FROM booked, (VALUES ('booking_confirmation', 'guest'), ('booking_notice', 'staff')) AS kinds (type, audience)
  )
  UPDATE time_slots SET booked = booked + taken.spots
  FROM (SELECT time_slot_id, sum(spots)::int AS spots FROM booked GROUP BY time_slot_id) AS taken
  WHERE id = taken.time_slot_id`
