import type { Attendance } from '@trunkshow/contract/bookings/rules.ts'
import { fromMinutes, toMinutes } from '@trunkshow/contract/dates.ts'
import type { OrderStatus } from '@trunkshow/contract/orders/rules.ts'

/** The catalog, the same for every seed; prices are decimals. */
export const products = (
  [
    ['Aurelie gown', 'AUR-01', '2850.00', 'Gowns', 'gown', 28],
    ['Celeste gown', 'CEL-02', '3400.00', 'Gowns', 'gown', 210],
    ['Odette cape', 'ODE-03', '980.00', 'Outerwear', 'cape', 340],
    ['Vivienne suit', 'VIV-04', '1950.00', 'Tailoring', 'suit', 150],
    ['Margaux veil', 'MAR-05', '420.00', 'Accessories', 'veil', 45],
    ['Silk wrap', 'SLK-06', '360.00', 'Accessories', 'cape', 12],
  ] as const
).map(([name, sku, basePrice, category, shape, hue]) => ({ name, sku, basePrice, category, shape, hue }))

export const codes = [
  { code: 'TRUNK10', discountValue: 10, description: 'For guests of a trunk show' },
  { code: 'FRIENDS15', discountValue: 15, description: 'For friends of the house', usageLimit: 20 },
  { code: 'LASTSEASON', discountValue: 25, description: 'Spring samples', isActive: false },
]

export const customizations = [
  {
    name: 'Monogram',
    description: 'Embroidered inside the lining',
    options: { 'One initial': '35', 'Two initials': '60' },
  },
  {
    name: 'Buttons',
    description: 'Down the back',
    options: { 'Silk covered': '', 'Mother of pearl': '90', Pearl: '140' },
  },
]

const field = (id: string, label: string, type: string, more: object = {}) => {
  return { id, label, type, options: [], ...more }
}

const fabrics = ['Silk crêpe', 'Silk satin (+$250)', 'French lace (+$600)', 'Cotton voile (-$150)']
const hems = ['Floor', 'Tea length', 'Train (+$180)']
const colors = ['Ivory', 'Champagne', 'Black', 'Custom dye (+$80)']

export const templates = [
  {
    templateName: 'Made-to-measure gown',
    itemType: 'Gown',
    fields: [
      field('item', 'Item Description', 'text', { required: true }),
      field('fabric', 'Fabric', 'dropdown', { required: true, options: fabrics }),
      field('bust', 'Bust (in)', 'number'),
      field('waist', 'Waist (in)', 'number'),
      field('hips', 'Hips (in)', 'number'),
      field('body', 'Measurements', 'measurements'),
      field('day', 'Wedding day', 'date'),
      field('hem', 'Hem', 'dropdown', { options: hems }),
      field('rush', 'Rush order', 'checkbox'),
      field('sketch', 'Sketch', 'attachment'),
    ],
  },
  {
    templateName: 'Accessory',
    itemType: 'Accessory',
    fields: [
      field('item', 'Item Description', 'text', { required: true }),
      field('color', 'Color', 'dropdown', { options: colors }),
    ],
  },
]

const wordsOf = (text: string) => text.split(' ')
const firstNames = wordsOf(
  'Amelia Beatrice Camille Dahlia Eleanor Fiona Grace Hannah Ines Josephine Kira Lena Maya Nadia Olive Priya Quinn Rosa Sofia Tessa Uma Vera Willa Yara Zoe',
)
const lastNames = wordsOf(
  'Alvarez Bennett Chen Dubois Ellison Fischer Gallagher Hart Ito Jensen Kaplan Lowell Moreau Novak Okafor Park Quincy Rossi Singh Turner Usman Vance Whitlock Young Zimmer',
)
const streets =
  'Mercer Street,Grove Street,Lafayette Avenue,Hudson Street,Prospect Place,Orchard Street'.split(',')
const cities = [
  ['New York', 'NY', '10013'],
  ['Brooklyn', 'NY', '11201'],
  ['Hoboken', 'NJ', '07030'],
  ['Stamford', 'CT', '06901'],
] as const
const notes = [
  'Fitting in the second week.',
  'Prefers a call in the afternoon.',
  'Gift: no prices in the box.',
]
const occasions = ['A wedding in June', 'A gala', 'My sister’s wedding', 'An anniversary dinner']

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32, https://gist.github.com/tommyettinger/46a874533244883189143505d203312c). */
function randomFrom(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** How many of the 40 orders are in each status. */
const statuses: [OrderStatus, number][] = [
  ['completed', 9],
  ['delivered', 5],
  ['shipped', 5],
  ['paid', 9],
  ['pending', 10],
  ['cancelled', 2],
]

/** Plans shows, bookings and orders, the same for a seed and the venue's date (`yyyy-MM-dd`) and time (`HH:mm`). */
export function planDemo(seed: number, { date: today, time }: { date: string; time: string }) {
  const random = randomFrom(seed)
  const below = (count: number) => Math.floor(random() * count)
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!

  const more = { required: false, placeholder: 'A wedding, a gala…' }
  const question = field('occasion', 'What is the occasion?', 'text', more)
  // Their slots take an hour; `startsIn` counts days from today.
  const events = [
    {
      name: 'Autumn Bridal Trunk Show',
      description:
        'Forty gowns from the new season, for one day only. Try them with a stylist, choose fabric and length, and we make yours to measure.\n\nBring shoes with the heel you plan to wear.',
      location: '12 Mercer Street, New York',
      startsIn: 0,
      days: 1,
      startTime: '09:00',
      endTime: '20:00',
      spots: 4,
      maxPartySize: 3,
      questions: [question],
    },
    {
      name: 'Evening Wear Preview',
      description:
        'Two days with the evening collection before it reaches the shop. Capes, suits, and silk, made to order.',
      location: '48 Grove Street, New York',
      startsIn: 9,
      days: 2,
      startTime: '11:00',
      endTime: '17:00',
      spots: 3,
      maxPartySize: 2,
      questions: [],
    },
    {
      name: 'Veils and Accessories Day',
      description: 'Veils, wraps, and covered buttons: everything that finishes a gown.',
      location: '12 Mercer Street, New York',
      startsIn: -16,
      days: 1,
      startTime: '10:00',
      endTime: '18:00',
      spots: 3,
      maxPartySize: 1,
      questions: [],
    },
  ]

  const people = firstNames
    .flatMap((first) => lastNames.map((last) => ({ name: `${first} ${last}`, at: random() })))
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name)
  const emailOf = (name: string) => `${name.toLowerCase().replace(' ', '.')}@example.com`
  const bookings = events.flatMap((event, index) => {
    const slots = event.days * ((toMinutes(event.endTime) - toMinutes(event.startTime)) / 60)
    const free = Array<number>(slots).fill(event.spots)
    // The preview's first slot is full, so that guests wait for it.
    return Array.from({ length: [24, 18, 18][index]! }, (_, at) => {
      const isFirst = index === 1 && at < event.spots
      const open = free.flatMap((spots, slot) => (spots > 0 && (index !== 1 || slot > 0) ? [slot] : []))
      const slot = isFirst ? 0 : pick(open)
      // Some of today's guests came to the last show too.
      const name = people[index === 0 && at % 6 === 5 ? 200 + at : index * 100 + at]!
      const partySize = isFirst
        ? 1
        : Math.min(free[slot]!, event.maxPartySize, 1 + Math.floor(random() * 1.4))
      const canceled = !isFirst && at % 9 === 8
      free[slot]! -= partySize
      const begins = fromMinutes(toMinutes(event.startTime) + 60 * slot)
      // Drawn for all, so that the rows are the same at any hour.
      const comes = random() < 0.86
      const isOver = event.startsIn < 0 || (event.startsIn === 0 && begins < time)
      const attendance: Attendance = comes ? 'arrived' : 'no_show'
      // `event` and `slot` are places in the plan's events and in the event's slots.
      return {
        event: index,
        slot,
        name,
        email: emailOf(name),
        partySize,
        canceled,
        attendance: isOver && !canceled ? attendance : null,
        answer: event.questions.length > 0 && random() < 0.7 ? pick(occasions) : undefined,
      }
    })
  })

  // Those of the last show first: their orders are the furthest along.
  const came = bookings
    .flatMap(({ attendance }, at) => (attendance === 'arrived' ? [at] : []))
    .sort((a, b) => bookings[b]!.event - bookings[a]!.event || a - b)
  const orders = statuses.flatMap(([status, count]) => Array<OrderStatus>(count).fill(status))
  return {
    today,
    events,
    bookings,
    orders: orders.map((status, at) => {
      // The place of its booking in the plan; null for an order outside a show.
      const booking = at % 5 === 4 ? null : (came[at - Math.floor((at + 1) / 5)] ?? null)
      const name = booking === null ? people[400 + (at % 7)]! : bookings[booking]!.name
      const [city, state, zip] = pick(cities)
      const product = below(products.length)
      const isGown = products[product]!.category !== 'Accessories'
      const startsIn = booking === null ? -2 - below(40) : events[bookings[booking]!.event]!.startsIn
      return {
        name,
        email: emailOf(name),
        phone: `(212) 555-01${String(below(100)).padStart(2, '0')}`,
        address: { street: `${1 + below(200)} ${pick(streets)}`, city, state, zip },
        booking,
        product,
        answers: isGown
          ? {
              item: `${products[product]!.name}, ${pick(['ivory', 'champagne', 'midnight', 'black'])}`,
              fabric: pick(fabrics),
              bust: String(32 + below(9)),
              waist: String(24 + below(9)),
              hips: String(34 + below(9)),
              hem: pick(hems),
              rush: random() < 0.15,
            }
          : { item: products[product]!.name, color: pick(colors) },
        // What was ordered today is not shipped yet.
        status: startsIn === 0 && ['completed', 'delivered', 'shipped'].includes(status) ? 'paid' : status,
        daysAgo: -startsIn,
        code: random() < 0.3 ? pick(['TRUNK10', 'FRIENDS15']) : null,
        notes: random() < 0.25 ? pick(notes) : '',
      }
    }),
  }
}

export type Plan = ReturnType<typeof planDemo>
