import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkStructure } from './check-structure.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'trunkshow-structure-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function checkTree(tree: Record<string, string>) {
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return checkStructure(root)
}

test('a tree that keeps the rules passes', () => {
  const problems = checkTree({
    'contract/bookings/schema.ts': `import { z } from 'zod'\nimport { slot } from '../slots/schema.ts'`,
    'contract/bookings/rules.ts': `import type { Booking } from './schema.ts'\nconst day = new Date(0)`,
    'contract/bookings/rules.test.ts': `import { test } from 'vitest'\nnew Date()`,
    'contract/slots/rules.ts': `import type { Booking } from '../bookings/schema.ts'`,
    'contract/slots/rules.test.ts': '',
    'server/bookings/cancel-booking.ts': `import { getSlot } from '../slots/queries.ts'\nexport const role = 'web'`,
    'server/bookings/bookings.test.ts': `import { createApp } from '../app.ts'`,
    'server/orders/create/create-order.ts': `import { enqueueOperation } from '../../platform/jobs/enqueue-operation.ts'`,
    'server/platform/jobs/enqueue-operation.ts': `import { shopifyOperations } from '../db/schema/shopify.ts'`,
    'server/privacy/blank-rows.ts': `import { shopifyOperations } from '../platform/db/schema/shopify.ts'`,
    'server/shopify/tasks/find-earlier.ts': `import { shopifyOperations } from '../../platform/db/schema/shopify.ts'`,
    'server/platform/http/errors.ts': `import type { FastifyReply } from 'fastify'`,
    'server/bookings/routes.ts': `import type { FastifyInstance } from 'fastify'`,
    'server/slots/pages.ts': `import type { FastifyReply } from 'fastify'\nimport { cancelBooking } from '../bookings/cancel-booking.ts'`,
    'server/app.ts': `import { routes } from './bookings/routes.ts'`,
    'server/test/app.ts': `import { createApp } from '../app.ts'`,
    'server/platform/http/pages/visitor-pages.ts': `const page = '../../web/dist/visitor-server/entry-server.js'`,
    'server/platform/db/migrations/0000_First.sql': '',
    'web/visitor/event/event-page.tsx': `import type { Event } from '@trunkshow/contract/events/schema.ts'
      import { rule } from '@trunkshow/contract/bookings/rules.ts'`,
    'web/staff/events/event-page.tsx': `import { api } from '../api/use-api.ts'`,
    'web/vite.staff.config.ts': '',
  })
  expect(problems).toEqual([])
})

test('a document links to files that are there, and names tests that they have', () => {
  const problems = checkTree({
    'CONTRIBUTING.md': '[b](lost.md)',
    'README.md': '[the tour](docs/tour.md) [elsewhere](https://trunkshow.test) [below](#below)',
    'docs/tour.md': '[a](../e2e/books.spec.ts#there): *a guest books*, *a guest pays* [c](gone.md)',
    'e2e/books.spec.ts': `test('a guest books', () => {})`,
  })
  expect(problems).toEqual([
    'CONTRIBUTING.md links to lost.md: it is not there',
    'docs/tour.md names a test that ../e2e/books.spec.ts does not have: a guest pays',
    'docs/tour.md links to gone.md: it is not there',
  ])
})

test('a document names paths that are there, or the end of one', () => {
  const problems = checkTree({
    'docs/tour.md': `\`server/bookings\` \`bookings/book-slot.ts\` \`server/<feature>/queries.ts\` \`*-operations.ts\`
      \`web/dist\` \`npm test\` \`.ts\` \`server/slots/queries.ts\` \`slot.ts\` \`bookings/book-slot\``,
    'README.md': '`web/staff/gifts/` `practice-store/faults` `docs/tour.md` `contract/<feature>/rules.ts`',
    'server/bookings/book-slot.ts': '',
    'server/bookings/queries.ts': '',
    'server/shopify/orders/order-operations.ts': '',
  })
  expect(problems).toEqual([
    'README.md names web/staff/gifts/: it is not there',
    'README.md names practice-store/faults: it is not there',
    'README.md names contract/<feature>/rules.ts: it is not there',
    'docs/tour.md names server/slots/queries.ts: it is not there',
    'docs/tour.md names slot.ts: it is not there',
  ])
})

test('a file of web that exports one value is named after it or one of its types', () => {
  const problems = checkTree({
    'web/staff/orders/list/bulk-actions.tsx': 'interface Props {}\nexport function TakeOrders() {}',
    'web/staff/prices/rules.ts': 'export type Amount = number\nexport async function loadPrice() {}',
    'web/visitor/event/event-page.tsx': 'export interface Props {}\nexport const EventPage = () => null',
    'web/visitor/shell/answer-shape.ts': 'export type AnswerShape = string\nexport function fits() {}',
    'web/staff/orders/words.ts': 'export const one = 1\nexport const two = 2',
    'web/staff/orders/queries.ts': 'export const ordersQuery = 1',
    'server/orders/cancel-order.ts': 'export function cancel() {}',
  })
  expect(problems).toEqual([
    'web/staff/orders/list/bulk-actions.tsx: name it after its export TakeOrders',
    'web/staff/prices/rules.ts: name it after its export loadPrice',
  ])
})

test('a folder with more than 30 entries is found, where features do not count', () => {
  const names = Array.from({ length: 30 }, (_, number) => `step-${number}.ts`)
  const fill = (folder: string) => Object.fromEntries(names.map((name) => [`${folder}/${name}`, '']))
  expect(checkTree({ ...fill('tools/bench'), ...fill('server'), 'server/slots/queries.ts': '' })).toEqual([])
  expect(checkTree({ 'tools/bench/lists/step.ts': '', 'server/test/app.ts': '' })).toEqual([
    'server has 31 entries: a folder has 30 at most',
    'tools/bench has 31 entries: a folder has 30 at most',
  ])
})

test('files that import each other are found, types included, and each cycle once', () => {
  const problems = checkTree({
    'tools/bench/a.ts': `import type { B } from './b.ts'`,
    'tools/bench/b.ts': `export { c } from './c.ts'`,
    'tools/bench/c.ts': `import { a } from './a.ts'\nimport { d } from './d.ts'`,
    'tools/bench/d.ts': '',
    'tools/bench/e.ts': `import { a } from './a.ts'`,
  })
  expect(problems).toEqual([
    'tools/bench/a.ts → tools/bench/b.ts → tools/bench/c.ts → tools/bench/a.ts is a cycle',
  ])
})

describe('a citation', () => {
  const cite = (file: string, heading: string) => `/** Rounded (docs/${file}.md, ${heading}). */`
  const docs = {
    'docs/product.md': '# The product\n\n## Orders\n\n### Order status\n',
    'docs/decisions/008-limits.md': '',
  }

  test('of a heading or a decision that is there passes, over the end of a line too', () => {
    const decided = (numbers: string) => `/* decision${numbers} */`
    const problems = checkTree({
      ...docs,
      'contract/orders/schema.ts': cite('product', 'Order status').replace('er s', 'er\n * s'),
      'server/orders/cancel-order.ts': `// ${cite('product', 'Orders')}\n${decided(' 008')}`,
      'web/theme/tokens.css': decided('s/008'),
    })
    expect(problems).toEqual([])
  })

  test.each([
    ['of no heading', cite('product', 'Prices'), 'a heading that docs/product.md does not have: Prices'],
    ['of one that only begins like it', cite('product', 'Orders of guests'), 'not have: Orders of guests'],
    ['of no document', cite('tour', 'Orders'), 'a heading that docs/tour.md does not have: Orders'],
    ['of no decision', `// (decisions ${'008 and'} 009)`, 'cites decision 009: it is not there'],
    ['of a section', 'Booked once (design \u00a75)', 'cites what is not in the repository'],
    ['of a specification', `As spec ${'booking'} has it`, 'cites what is not in the repository'],
    ['of a paper', `Looked up (${'shopify'}.md, Limits)`, 'cites what is not in the repository'],
    ['of a list', `Guest (${'words'})`, 'cites what is not in the repository'],
    ['of a rule', `Style ${'rule'} 6`, 'cites what is not in the repository'],
  ])('%s is found, in code, tests, styles and documents', (_, text, problem) => {
    const paths = ['server/orders/a-b.ts', 'e2e/a.spec.ts', 'web/staff/a.css', 'docs/a.md']
    const problems = checkTree({ ...docs, ...Object.fromEntries(paths.map((path) => [path, text])) })
    expect(problems).toEqual(paths.map(() => expect.stringContaining(problem)))
  })
})

test('stored names and quoted texts may say `cancelled`; all else is found, in names of files too', () => {
  const odd = (end: string) => `cancell${end}`
  const problems = checkTree({
    'contract/orders/schema.ts': `if (status === 'cancelled') return text.is${odd('ed')}`,
    'e2e/a.spec.ts': `expect(page.read).toContain('Booking Cancelled Successfully, not ${odd('ed')}')`,
    'web/theme/a.css': `.row[data-${odd('ed')}] {}`,
    'docs/a.md': `${odd('ing')}: by 'cancelled', or booking_cancelled_notice`,
    [`server/bookings/write-${odd('ed')}.ts`]: `const at = order.cancelledAt`,
  })
  expect(problems.map((problem) => problem.replace(/: .*/, ''))).toEqual([
    `contract/orders/schema.ts says is${odd('ed')}`,
    `server/bookings/write-${odd('ed')}.ts says ${odd('ed')}`,
    `web/theme/a.css says ${odd('ed')}`,
    `e2e/a.spec.ts says ${odd('ed')}`,
    `docs/a.md says ${odd('ing')}`,
  ])
})

test.each([
  ['server/bookings/index.ts', '', 'name it after what it holds'],
  ['web/staff/ui/utils.tsx', '', 'name it after what it holds'],
  ['web/visitor/EventPage.tsx', '', 'names are written like-this'],
  ['web/theme/two_words.css', '', 'names are written like-this'],
  ['web/staff/gifts/gifts-page.tsx', '', 'gifts is not a feature'],
  ['contract/bookings/queries.ts', '', 'not a name of a feature folder in contract'],
  ['contract/bookings/rules.ts', '', 'has no rules.test.ts beside it'],
  ['server/bookings/service.ts', '', 'not a name of a feature folder in server'],
  ['server/bookings/list/verbs/cancel-booking.ts', '', 'not a name of a feature folder in server'],
  ['server/gifts/routes.ts', '', 'gifts is not a feature'],
  ['contract/paths.ts', `import { readFileSync } from 'node:fs'`, 'contract imports zod alone'],
  [
    'contract/slots/schema.ts',
    `import { pool } from '@trunkshow/server/platform/db/pool.ts'`,
    'contract imports zod alone',
  ],
  ['contract/dates.ts', 'const now = new Date()', 'contract has no clock, environment or I/O'],
  [
    'server/slots/queries.ts',
    "const at = sql`a.start AT TIME ZONE a.zone, b AT TIME ZONE 'UTC'`",
    'asks PostgreSQL for a time zone',
  ],
  ['contract/events/schema.ts', 'localStorage.clear()', 'contract has no clock, environment or I/O'],
  [
    'practice-store/orders.ts',
    `import type { Database } from '@trunkshow/server/platform/db/transaction.ts'`,
    'the practice store knows the contract alone',
  ],
  ['web/staff/main.tsx', `import { createApp } from '../../server/app.ts'`, 'web knows the contract alone'],
  [
    'web/staff/routes.tsx',
    `import { TopBar } from '../visitor/top-bar.tsx'`,
    'guest and staff pages share web/theme alone',
  ],
  [
    'web/visitor/app.tsx',
    `import {\n  Button,\n} from '../staff/ui/button.tsx'`,
    'guest and staff pages share web/theme alone',
  ],
  [
    'web/staff/ui/page.tsx',
    `export { EventList } from '../events/event-list.tsx'`,
    'ui and api know no feature',
  ],
  [
    'server/platform/http/guard.ts',
    `const { getUser } = await import('../../session/queries.ts')`,
    'the platform knows no feature',
  ],
  ['server/bookings/routes.ts', `import { createApp } from '../app.ts'`, 'only main.ts looks up'],
  [
    'server/events/save-event.ts',
    `import { routes } from './routes.ts'`,
    'only app.ts knows routes and pages',
  ],
  [
    'server/orders/routes.ts',
    `import { pushOrder } from '../shopify/orders/push-order.ts'`,
    'features know of Shopify only server/platform/jobs/enqueue-operation.ts',
  ],
  [
    'server/orders/change/delete-order.ts',
    `import type { StoreRow } from '../../shopify/queries.ts'`,
    'features know of Shopify only server/platform/jobs/enqueue-operation.ts',
  ],
  [
    'server/products/save-product.ts',
    `import { shopifyOperations } from '../platform/db/schema/shopify.ts'`,
    'features know of Shopify only server/platform/jobs/enqueue-operation.ts',
  ],
  [
    'server/shopify/tasks/operation-queries.ts',
    `import type { FastifyReply } from 'fastify'`,
    'only routes, pages and http know Fastify',
  ],
  [
    'server/platform/mail/drain-outbox.ts',
    `import session from '@fastify/session'`,
    'only routes, pages and http know Fastify',
  ],
  ['server/app.ts', `const folder = '../web/dist/staff'`, 'visitor-pages.ts alone loads it'],
  [
    'server/bookings/pages.ts',
    `import { render } from '@trunkshow/web/visitor/entry-server.tsx'`,
    'visitor-pages.ts alone loads it',
  ],
  ['web/visitor/form.tsx', `import 'zod'`, 'web/visitor/form.tsx → #zod: too heavy'],
  [
    'web/visitor/form.tsx',
    `import { type Event, event } from '@trunkshow/contract/events/schema.ts'`,
    'too heavy',
  ],
  ['web/visitor/form.tsx', `import { api } from '@trunkshow/contract/api.ts'`, 'too heavy'],
])('%s with %j is found', (path, text, problem) => {
  expect(checkTree({ [path]: text })).toEqual([expect.stringContaining(problem)])
})

test('zod is found behind another file, and a cycle is reported once', () => {
  const problems = checkTree({
    'web/visitor/form.tsx': `import { AppError } from '@trunkshow/contract/errors.ts'`,
    'contract/errors.ts': `import { z } from 'zod'`,
    'server/slots/queries.ts': `import { getEvent } from '../events/queries.ts'`,
    'server/events/save-event.ts': `import { listBookings } from '../bookings/queries.ts'`,
    'server/bookings/book-slot.ts': `import { getSlot } from '../slots/queries.ts'`,
  })
  expect(problems).toEqual([
    `web/visitor/form.tsx → contract/errors.ts → #zod: too heavy for the visitor's door`,
    'server: events → bookings → slots → events is a cycle',
  ])
})

test('what the server loads from the tests is found, except types and the tests themselves', () => {
  const faults = `import { injectFaults } from '@trunkshow/practice-store/testing/faults.ts'`
  const problems = checkTree({
    'server/main.ts': `import { startWorker } from './worker.ts'\nimport type { TestApp } from './test/app.ts'`,
    'server/worker.ts': `import { runOperations } from './shopify/jobs.ts'`,
    'server/shopify/jobs.ts': `const store = await import('@trunkshow/practice-store/open-store.ts')`,
    'server/shopify/jobs.test.ts': faults,
    'server/test/app.ts': faults,
    'practice-store/open-store.ts': `import { inTurn } from './testing/faults.ts'`,
  })
  expect(problems).toEqual([
    'server/main.ts → server/worker.ts → server/shopify/jobs.ts → practice-store/open-store.ts → practice-store/testing/faults.ts: the server runs without what is for tests',
  ])
})
