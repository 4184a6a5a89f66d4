import type pg from 'pg'

const FIRST =
  'Amelia Beatrice Clara Daphne Elena Flora Grace Helena Iris Julia Karin Lucia Mara Nora Olive Petra Rosa Sofia Thea Vera'
/** Last names consist of three of these, so there are many, with few people each, as in a large town. */
const SYLLABLES =
  'al ban cor del es far gal hol in jar kel lin mor nor ol par quin ros sel tor ul vas wen yar zel bri chan dor fen gre'
const NAMES = 'Aurelie Bastia Corvina Delphi Elodie Fiora Giulia Hestia Isolde Jacinta'
const KINDS = 'gown blouse coat skirt suit cape veil jacket dress trousers'
const STATUSES = 'pending,paid,paid,shipped,delivered,completed,completed,completed,completed,cancelled'

/** The n-th word of a list, repeating the list. */
const word = (words: string, n: string) =>
  `(string_to_array('${words}', ' '))[1 + ((${n}) % ${words.split(' ').length})::int]`

/** Stores $2 customers for company $1 and returns their ids. */
export const INSERT_CUSTOMERS = `
  INSERT INTO customers (company_id, first_name, last_name, email, phone)
  SELECT $1, first, initcap(last), lower(first) || '.' || last || n % 97 || '@mail.test',
    '(' || 201 + n % 700 || ') 555-' || lpad((n * 7919::bigint % 10000)::text, 4, '0')
  FROM (
    SELECT n, ${word(FIRST, 'n * 7919::bigint / 31')} AS first,
      ${word(SYLLABLES, 'n * 7')} || ${word(SYLLABLES, 'n / 30')} || ${word(SYLLABLES, 'n / 900')} AS last
    FROM generate_series(1, $2::int) AS n
  ) AS people RETURNING id`

/** The same for products. */
export const INSERT_PRODUCTS = `
  INSERT INTO products (company_id, name, sku, category, base_price_cents)
  SELECT $1, ${word(NAMES, 'n')} || ' ' || ${word('silk linen', 'n / 100')} || ' ' || ${word(KINDS, 'n / 10')},
    'SKU-' || n, 'Collection ' || n / 100, 40000 + n % 1000 * 100
  FROM generate_series(0, $2::int - 1) AS n RETURNING id`

const answers = JSON.stringify([
  { id: 'size', label: 'Dress size', type: 'number', answer: '38.5' },
  { id: 'wishes', label: 'Wishes', type: 'textarea', answer: 'No lace, please. Two of us try on.' },
])

/** Stores $2 bookings in each time slot of the event $1, each with two sent emails: parties of 1, 2 and 3 in turn. */
export const STORE_BOOKINGS = `
  WITH booked AS (
    INSERT INTO bookings (company_id, event_id, time_slot_id, attendee_name, attendee_email, idempotency_key,
      party_size, spots, phone, answers)
    SELECT company_id, event_id, id, 'Grace Okafor', 'stored-' || id || '-' || n || '@okafor.test', gen_random_uuid(),
      party.size, party.size, CASE WHEN party.size > 1 THEN '212 555 0199' END,
      CASE WHEN party.size > 1 THEN '${answers}'::jsonb END
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

const INSERT_EVENTS = `
  INSERT INTO events (company_id, user_id, url_slug, name, host_name, description, location, show_location, is_multi_day,
    event_date, start_time, end_time, slot_duration, max_bookings_per_slot, is_public, is_active)
  SELECT $1, (SELECT min(id) FROM users WHERE company_id = $1), 'season-' || $1 || '-' || n, 'Season show ' || n, 'Maison Vale', '', '',
    true, false, current_date - n, '10:00', '18:00', 30, 1, false, false
  FROM generate_series(1, 50) AS n RETURNING id`

const text = { id: 'item', label: 'Item Description', type: 'text', options: [] as string[], required: true }
const choice = { id: 'fabric', label: 'Fabric', type: 'dropdown', options: ['Silk crêpe (+$250)', 'Linen'] }
const fields = [text, { ...choice, required: false }].map((field) => ({
  ...field,
  placeholder: '',
  archived: false,
}))

const INSERT_TEMPLATE = `
  WITH made AS (INSERT INTO order_form_templates (company_id, template_name) VALUES ($1, 'Gown') RETURNING id)
  INSERT INTO order_template_versions (company_id, template_id, version, template_name, item_type, fields)
  SELECT $1, id, 1, 'Gown', '', '${JSON.stringify(fields)}' FROM made RETURNING template_id AS id`

/**
 * Orders $5 to $6 of $7, spread over customers $2, products $3 and events $4, on the form $8. Of those to be paid, three in
 * four ask for a deposit, and half have paid it; a fourth has a day for the rest, which was missed unless it is to come. Of
 * those that were shipped, one in 64 owes the rest. Of canceled ones, one in 64 is owed its deposit, and one in 64 lost it.
 */
const INSERT_ORDERS = `
  WITH made AS (
    INSERT INTO orders (company_id, order_number, status, customer_id, customer_name, customer_email, event_id, template_id,
      template_version, form_data, items, total_cents, received_cents, kept_cents, deposit, balance_due, balance_due_on, created_at)
    SELECT $1, company.last_order_number + n, state, c.id, c.first_name || ' ' || c.last_name, c.email,
      CASE WHEN n % 4 > 0 THEN ($4::int[])[1 + n % 50] END, $8, 1,
      jsonb_build_object('item', 'Ivory column', 'fabric', 'Silk crêpe (+$250)'), p.name, total,
      CASE state WHEN 'pending' THEN CASE WHEN kind % 4 < 2 THEN 0 ELSE half END WHEN 'paid' THEN total
        WHEN 'cancelled' THEN CASE WHEN kind < 2 THEN half ELSE 0 END ELSE CASE WHEN kind = 0 THEN half ELSE total END END,
      CASE WHEN state = 'cancelled' AND kind = 1 THEN half ELSE 0 END, CASE WHEN kind % 4 > 0 THEN '{"percent": 50}'::jsonb END,
      CASE WHEN kind % 4 = 3 THEN 'date' WHEN kind = 0 THEN 'delivery' ELSE 'never' END,
      CASE WHEN kind % 4 = 3 THEN taken::date + 60 END, taken
    FROM generate_series($5::int, $6::int) AS n
    JOIN companies AS company ON company.id = $1
    JOIN customers AS c ON c.id = ($2::int[])[1 + n % cardinality($2::int[])]
    JOIN products AS p ON p.id = ($3::int[])[1 + n * 7 % 200]
    CROSS JOIN LATERAL (
      SELECT ${word(STATUSES.replaceAll(',', ' '), 'n')} AS state, n / 10 % 64 AS kind, p.base_price_cents + 25000 AS total,
        (p.base_price_cents + 25000 + 199) / 200 * 100 AS half,
        date_trunc('second', now() - interval '3 years' + interval '3 years' * (n::float8 / $7)) AS taken) AS facts
    RETURNING id, items, total_cents, received_cents, created_at
  ), paid AS (
    -- Every other one that was paid in full was paid in two parts.
    INSERT INTO order_entries (company_id, order_id, kind, cents, method, received_on)
    SELECT $1, id, 'payment', cents, ${word('card cash check wire other', 'id + part')},
      least((created_at AT TIME ZONE 'UTC')::date + part * 60, current_date)
    FROM made CROSS JOIN LATERAL (SELECT CASE WHEN id % 2 = 0 THEN (received_cents + 199) / 200 * 100 ELSE received_cents END AS first) AS paid
    CROSS JOIN LATERAL (VALUES (0, first), (1, received_cents - first)) AS parts (part, cents) WHERE cents > 0
  )
  INSERT INTO order_products (company_id, order_id, product_id, name, sku, unit_price_cents)
  SELECT $1, made.id, p.id, p.name, p.sku, p.base_price_cents
  FROM made JOIN (SELECT DISTINCT ON (name) * FROM products WHERE id = ANY ($3::int[])) AS p ON p.name = made.items`

const ROWS_PER_INSERT = 50_000

/** Stores this many orders of three years, in every status and state of payment, a tenth as many customers, 200 products and 50 past events. */
export async function seedOrders(client: pg.Client, companyId: number, orders: number): Promise<void> {
  const make = async (text: string, ...values: unknown[]) =>
    (await client.query<{ id: number }>(text, [companyId, ...values])).rows.map(({ id }) => id)
  const customers = await make(INSERT_CUSTOMERS, Math.max(10, Math.ceil(orders / 10)))
  const products = await make(INSERT_PRODUCTS, 200)
  const events = await make(INSERT_EVENTS)
  const [template] = await make(INSERT_TEMPLATE)
  for (let first = 1; first <= orders; first += ROWS_PER_INSERT) {
    const last = Math.min(orders, first + ROWS_PER_INSERT - 1)
    await make(INSERT_ORDERS, customers, products, events, first, last, orders, template)
  }
  await make('UPDATE companies SET last_order_number = last_order_number + $2 WHERE id = $1', orders)
  await client.query('VACUUM ANALYZE customers, products, orders, order_products, order_entries')
}
