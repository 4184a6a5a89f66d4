import { setTimeout } from 'node:timers/promises'
import { inMemoryStorage, openPracticeStore } from '@trunkshow/practice-store/open-store.ts'
import { makeShop } from '@trunkshow/practice-store/shop.ts'
import { noise } from '../../server/test/pictures.ts'
import { type Begin, type BusyMessage, importFile } from './beside.ts'
import { hostOf, openMailServer } from './harness.ts'
import { book } from './rates.ts'

const BOOKINGS = 1500
/** Makes all bookings in half a minute. */
const BOOKING_INTERVAL_MS = 20
const PICTURES = 20
/** As many calls as a browser makes at once. */
const MAX_PARALLEL_OPERATIONS = 6
/** The store's response time. */
const STORE_LATENCY_MS = 150

/** A company that does everything at once, its store, and everybody's mail server, in a process beside the measuring one. */
const report = (message: BusyMessage) => process.send!(message)
const shop = makeShop('busy-shop')
const { key, clientId, clientSecret } = shop
const storage = inMemoryStorage(new Map([[key, shop]]))
const { origin } = await openPracticeStore(storage, async (_, respond) => {
  await setTimeout(STORE_LATENCY_MS)
  return respond()
})
const { url: smtpUrl } = await openMailServer((arrived) => report({ arrived }))
/** As noisy and as large as the server accepts: some 15 MB and three seconds of work. */
const picture = await noise(5000, 4900).webp({ quality: 80, effort: 0 }).toBuffer()
process.once('message', (begin: Begin) => {
  for (const [name, work] of Object.entries(prepareWork(begin)))
    work().then(
      () => report({ done: name }),
      (error) => report({ failed: String(error) }),
    )
})
// The servers keep responding until the bench ends.
process.once('disconnect', () => process.exit())
const connection = { kind: 'app', address: `${key}.myshopify.com`, clientId, clientSecret }
report({ ready: { store: { origin, connection }, smtpUrl } })

function prepareWork({ show, products, url, cookie }: Begin): Record<string, () => Promise<unknown>> {
  const host = hostOf(url, cookie)

  /** Retries when the server asks for it. */
  async function sendPicture(body: FormData) {
    for (;;) {
      const answer = await host.call(`/api/events/${show.id}`, { method: 'PUT', body, timeoutMs: 300_000 })
      if (answer.status === 200) return
      if (answer.status !== 503) throw new Error(`A picture was answered ${answer.status}`)
      await setTimeout(Number(answer.headers.get('retry-after')) * 1000)
    }
  }

  return {
    async bookings() {
      const begin = performance.now()
      const sent = []
      for (let n = 0; n < BOOKINGS; n++) {
        await setTimeout(Math.max(0, begin + n * BOOKING_INTERVAL_MS - performance.now()))
        sent.push(book(url, show).catch(() => book(url, show))) // retried once
      }
      await Promise.all(sent)
    },
    async pictures() {
      const form = await host.pictureForm(show, 'banner', picture)
      await Promise.all(Array.from({ length: PICTURES }, () => sendPicture(form)))
    },
    import: () => importFile(host),
    async 'store operations'() {
      const left = [...products]
      const push = async () => {
        for (let id = left.pop(); id; id = left.pop())
          await host.ok(`/api/products/${id}/push-to-shopify`, { method: 'POST' })
      }
      await Promise.all(Array.from({ length: MAX_PARALLEL_OPERATIONS }, push))
    },
  }
}
