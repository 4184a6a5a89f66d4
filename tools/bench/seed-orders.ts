/**
 * Fills a company with data: `DATABASE_URL=… node --import tsx tools/bench/seed-orders.ts --company 1 --orders 1000000`.
 * It stores a tenth as many customers, 200 products, 50 past events, and orders of the last three years in every status.
 */
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { INSERT_CUSTOMERS, INSERT_PRODUCTS, word } from './names.ts'

const INSERT_EVENTS = `
  INSERT INTO events (company_id, user_id, url_slug, name, host_name, description, location, show_location, is_multi_day,
    event_date, start_time, end_time, slot_duration, max_bookings_per_slot, is_public, is_active)
  SELECT $1, (SELECT min(id) FROM users WHERE company_id = $1), 'season-' || $1 || '-' || n, 'Season show ' || n, 'Maison Vale', '', '',
    true, false, current_date - n, '10:00', '18:00', 30, 1, false, false
  FROM generate_series(1, 50) AS n RETURNING id`

const FIELDS = JSON.stringify([
  {
    id: 'item',
    label: 'Item Description',
    type: 'text',
    options: [],
    required: true,
    placeholder: '',
    archived: false,
  },
  {
    id: 'fabric',
    label: 'Fabric',
    type: 'dropdown',
    options: ['Silk crêpe (+$250)', 'Linen'],
    required: false,
    placeholder: '',
    archived: false,
  },
])

const INSERT_TEMPLATE = `
  WITH made AS (INSERT INTO order_form_templates (company_id, template_name) VALUES ($1, 'Gown') RETURNING id)
  INSERT INTO order_template_versions (company_id, template_id, version, template_name, item_type, fields)
  SELECT $1, id, 1, 'Gown', '', '${FIELDS}' FROM made RETURNING template_id AS id`

/** Orders $5 to $6 of $7, spread over customers $2, products $3 and events $4, on the form $8. */
const INSERT_ORDERS = `
  WITH made AS (
    INSERT INTO orders (company_id, order_number, status, customer_id, customer_name, customer_email, event_id, template_id,
      template_version, form_data, items, total_cents, created_at)
    SELECT $1, company.last_order_number + n, ${word('pending,paid,paid,shipped,delivered,completed,completed,completed,completed,cancelled', 'n', ',')},
      c.id, c.first_name || ' ' || c.last_name, c.email,
      CASE WHEN n % 4 > 0 THEN ($4::int[])[1 + n % 50] END, $8, 1,
      jsonb_build_object('item', 'Ivory column', 'fabric', 'Silk crêpe (+$250)'), p.name, p.base_price_cents + 25000,
      date_trunc('second', now() - interval '3 years' + interval '3 years' * (n::float8 / $7))
    FROM generate_series($5::int, $6::int) AS n
    JOIN companies AS company ON company.id = $1
    JOIN customers AS c ON c.id = ($2::int[])[1 + n % cardinality($2::int[])]
    JOIN products AS p ON p.id = ($3::int[])[1 + n * 7 % 200]
    RETURNING id, items, total_cents
  )
  INSERT INTO order_products (company_id, order_id, product_id, name, sku, unit_price_cents)
  SELECT $1, made.id, p.id, p.name, p.sku, p.base_price_cents
  FROM made JOIN (SELECT DISTINCT ON (name) * FROM products WHERE id = ANY ($3::int[])) AS p ON p.name = made.items`

const ROWS_PER_INSERT = 50_000

/** Stores this many orders for a company, with their customers, products and events. */
export async function seedOrders(client: pg.Client, companyId: number, orders: number): Promise<void> {
  const make = async (text: string, ...values: unknown[]) =>
    (await client.query<{ id: number }>(text, [companyId, ...values])).rows.map(({ id }) => id)
  const customers = await make(INSERT_CUSTOMERS, Math.max(10, Math.ceil(orders / 10)))
  const [products, events, [template]] = [
    await make(INSERT_PRODUCTS, 200),
    await make(INSERT_EVENTS),
    await make(INSERT_TEMPLATE),
  ]
  for (let first = 1; first <= orders; first += ROWS_PER_INSERT) {
    const last = Math.min(orders, first + ROWS_PER_INSERT - 1)
    await make(INSERT_ORDERS, customers, products, events, first, last, orders, template)
  }
  await client.query('UPDATE companies SET last_order_number = last_order_number + $2 WHERE id = $1', [
    companyId,
    orders,
  ])
  await client.query('VACUUM ANALYZE customers, products, orders, order_products')
}

if (realpathSync(process.argv[1]!) === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      company: { type: 'string', default: '1' },
      orders: { type: 'string', default: '1000000' },
    },
  })
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  await seedOrders(client, Number(values.company), Number(values.orders))
  await client.end()
}
