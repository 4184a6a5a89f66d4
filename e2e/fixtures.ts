import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { addDays } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import type { Role } from '@trunkshow/contract/permissions.ts'
import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import { startEmbeddedPostgres } from '../server/platform/db/embedded.ts'
import { openMailbox, smtpReply } from '../server/test/mail/mailbox.ts'
import { newYorkNow } from '../server/test/new-york.ts'
import { startPooler, throughPooler } from '../server/test/processes/pooler.ts'
import { startProduct } from '../server/test/product.ts'
import { runSql } from '../server/test/run-sql.ts'
import { fillBidiGaps, SCRIPTS_STAY_ON } from './firefox.ts'
import { openStores, type Stores } from './stores.ts'
import { translate } from './translator.ts'

type Mailbox = Awaited<ReturnType<typeof openMailbox>>

interface Product {
  url: string
  mails: Mailbox
  databaseUrl: string
  /** The practice stores that replace Shopify. */
  stores: Stores
}

/** The logged-in owner of a company of this test, in a browser of their own. The test's `page` belongs to the guest. */
export interface Host {
  page: Page
  username: string
  email: string
  password: string
  /** Creates an active, public event of one day with four time slots of two spots; `changes` override this. */
  makeShow(changes?: Record<string, unknown>): Promise<Event>
  /** Creates a record through the API. */
  make<Made>(address: `/api/${string}`, data: object): Promise<Made>
  /** Moves an event's day two months into the past. */
  letPass(show: Event): Promise<void>
  /** Books a spot as a guest, in the time slot that starts at `HH:mm`. */
  book(show: Event, startTime: string, guest: { name: string; email: string }): Promise<void>
  /** The time slot that starts at `HH:mm`. */
  slotAt(show: Event, startTime: string): Promise<ListedSlot>
  /** Ends the owner's sessions on the server, as expiry does. */
  endSessions(): Promise<void>
  /** Gives the owner another role, which no screen does. */
  setRole(role: Role): Promise<void>
}

export const test = base.extend<
  { translated: boolean; host: Host; secondPage: Page; mails: Mailbox; stores: Stores },
  { product: Product; browser: Browser }
>({
  browser: [
    async ({ browser, browserName }, use) => {
      if (browserName === 'firefox') await fillBidiGaps(browser)
      await use(browser)
    },
    { scope: 'worker' },
  ],
  /** The built app as `npm start` runs it, with its own database and mail server. */
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const mails = await openMailbox({
        refuse: (to) => (to.endsWith('@gone.test') ? smtpReply(550, '5.1.1 User unknown') : null),
      })
      const stores = await openStores()
      const parent = await mkdtemp(join(tmpdir(), 'trunkshow-e2e-'))
      await chmod(parent, 0o711) // for PostgreSQL's own user, where the tests run as root
      const dataDir = join(parent, 'data')
      const pooled = throughPooler ? await startPooledDatabase(dataDir) : undefined
      const { url, end } = await startProduct({
        MAIL_FROM: 'shows@trunkshow.test',
        RATE_LIMIT: 'off', // every test registers, all from one address
        DATA_DIR: dataDir,
        SMTP_URL: mails.url,
        SHOPIFY_ADMIN_ORIGIN: stores.origin,
        ...pooled?.variables,
      })
      const { url: databaseUrl } = await startEmbeddedPostgres({ dataDir, say: () => {} }) // joins the app's
      await use({ url, mails, databaseUrl, stores })
      expect(await end(), 'the app ends cleanly').toEqual([0, null])
      await pooled?.stop()
      await mails.close()
      await stores.close()
      await rm(parent, { recursive: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ product }, use) => use(product.url),
  /** Whether a translator changes the guest's and the owner's pages. */
  translated: [Boolean(process.env.TRANSLATED), { option: true }],
  context: async ({ context, translated }, use) => {
    if (translated) await context.addInitScript(translate)
    outliveIdle(context)
    await use(context)
  },
  page: async ({ page, browserName, javaScriptEnabled }, use, testInfo) => {
    testInfo.skip(browserName === 'firefox' && !javaScriptEnabled, SCRIPTS_STAY_ON)
    await use(page)
  },
  mails: ({ product }, use) => use(product.mails),
  stores: ({ product }, use) => use(product.stores),
  host: async ({ browser, product, translated }, use) => {
    const host = await registerHost(browser, product)
    if (translated) await host.page.context().addInitScript(translate)
    await use(host)
    await host.page.context().close()
  },
  /** The same company in another browser. */
  secondPage: async ({ browser, host, baseURL, translated }, use) => {
    const storageState = await host.page.context().storageState()
    const context = await browser.newContext({ baseURL: baseURL!, storageState })
    if (translated) await context.addInitScript(translate)
    outliveIdle(context)
    await use(await context.newPage())
    await context.close()
  },
})

/** Starts the database that the product would start, and a pooler in front of it. */
async function startPooledDatabase(dataDir: string) {
  const postgres = await startEmbeddedPostgres({ dataDir, say: () => {} })
  const pooler = await startPooler(postgres.url)
  return {
    variables: { DATABASE_URL: pooler.through(postgres.url), APP_SECRET: 'a secret of e2e alone' },
    async stop() {
      await pooler.stop()
      await postgres.stop()
    },
  }
}

/**
 * Sends a call of a test again on another connection if the server closes the one it was sent on, as browsers do: a
 * connection that was idle for 72 seconds ends, and a call may be on its way just then (RFC 9112, section 9.3.1).
 */
function outliveIdle({ request }: BrowserContext) {
  const fetch = request.fetch.bind(request)
  request.fetch = (url, options) => fetch(url, { maxRetries: 2, ...options })
}

async function registerHost(browser: Browser, { url: baseURL, databaseUrl }: Product): Promise<Host> {
  const context = await browser.newContext({ baseURL })
  outliveIdle(context)
  const username = `host-${randomUUID().slice(0, 8)}`
  const account = { username, email: `${username}@shop.test`, password: 'a long password' }
  const answer = await context.request.post('/api/register', { data: { ...account, name: 'Helena Vale' } })
  expect(answer.status(), await answer.text()).toBe(201)
  await sql('UPDATE users SET email_confirmed_at = now() WHERE username = $1', [username])
  async function slotAt(show: Event, startTime: string): Promise<ListedSlot> {
    const answer = await context.request.get(`/api/events/${show.id}/timeslots`)
    const slots: ListedSlot[] = await answer.json()
    const slot = slots.find((slot) => slot.startTime === startTime)
    if (!slot) throw new Error(`The show has no slot at ${startTime}`)
    return slot
  }
  async function make<Made>(address: string, data: object): Promise<Made> {
    const answer = await context.request.post(address, { data })
    expect(answer.status(), await answer.text()).toBe(201)
    return answer.json()
  }
  async function sql(statement: string, values: unknown[]) {
    await runSql(databaseUrl, statement, values)
  }
  return {
    ...account,
    page: await context.newPage(),
    make,
    makeShow: (changes) =>
      make<Event>('/api/events', {
        name: 'Spring Bridal Trunk Show',
        hostName: 'Maison Vale',
        eventDate: addDays(newYorkNow().date, 30),
        startTime: '10:00',
        endTime: '12:00',
        slotDuration: 30,
        maxBookingsPerSlot: 2,
        ...changes,
      }),
    slotAt,
    async book(show, startTime, { name, email }) {
      const { id } = await slotAt(show, startTime)
      await make(`/api/timeslots/${id}/book`, { attendeeName: name, attendeeEmail: email })
    },
    letPass: ({ id }) => sql('UPDATE time_slots SET slot_date = slot_date - 60 WHERE event_id = $1', [id]),
    endSessions: () =>
      sql('DELETE FROM sessions WHERE user_id = (SELECT id FROM users WHERE username = $1)', [username]),
    setRole: (role) => sql('UPDATE users SET role = $1 WHERE username = $2', [role, username]),
  }
}

export { expect }
