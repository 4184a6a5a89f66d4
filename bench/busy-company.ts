import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { openPracticeStore } from '../server/practice-store/open-store.ts'
import { shelfInMemory } from '../server/practice-store/shelf.ts'
import { makeShop } from '../server/practice-store/shop.ts'
import { noise } from '../server/test/pictures.ts'
import { makeBookingCall } from './requests.ts'
import { makeStaffCalls, type Session } from './staff-calls.ts'
import type { Show } from './stage.ts'

const BOOKINGS = 1500
/** Milliseconds between two of them: all of them within half a minute. */
const PACE = 20
const PICTURES = 20
/** Operations that are waited for at the same time: as many calls as a browser makes. */
const AT_ONCE = 6
/** How long the store takes to answer, in milliseconds. */
const STORE = 150

/** What this process is told: who it is, and what it has. */
export interface Begin extends Session {
  show: Show
  products: number[]
}

/** What it tells: first how its store is connected, then what it has done, or why it could not. */
export type Told =
  | { origin: string; connection: { kind: 'app'; address: string; clientId: string; clientSecret: string } }
  | { done: string }
  | { failed: string }

/**
 * A company that does everything at once, with its store: a process of its own, so that whoever measures meanwhile
 * does not wait for this.
 */
const tell = (told: Told) => process.send!(told)
const shop = makeShop('busy-shop')
const { key, clientId, clientSecret } = shop
const shelf = shelfInMemory(new Map([[key, shop]]))
const { origin } = await openPracticeStore(shelf, () => setTimeout(STORE, null))
const picture = await makeHeavyPicture()
process.once('message', (begin: Begin) => {
  for (const [name, work] of Object.entries(prepareWork(begin)))
    work().then(
      () => tell({ done: name }),
      (error) => tell({ failed: String(error) }),
    )
})
// Its store answers until the bench is over, which this waits for.
process.once('disconnect', () => process.exit())
tell({ origin, connection: { kind: 'app', address: `${key}.myshopify.com`, clientId, clientSecret } })

function prepareWork({ show, products, ...session }: Begin): Record<string, () => Promise<unknown>> {
  const staff = makeStaffCalls(session)
  const book = makeBookingCall(session.url, show.slots)

  /** Whoever is told to come again does. */
  async function sendPicture(form: FormData) {
    for (;;) {
      const answer = await staff.send('PUT', `/api/events/${show.id}`, form)
      await answer.arrayBuffer()
      if (answer.ok) return
      if (answer.status !== 503) throw new Error(`A picture was answered ${answer.status}`)
      await setTimeout(Number(answer.headers.get('retry-after')) * 1000)
    }
  }

  return {
    async bookings() {
      const begin = performance.now()
      const sent = []
      for (let n = 0; n < BOOKINGS; n++) {
        await setTimeout(Math.max(0, begin + n * PACE - performance.now()))
        sent.push(book().catch(book)) // whom it fails tries once more
      }
      await Promise.all(sent)
    },
    async pictures() {
      const form = await staff.pictureForm(show.id, 'banner', picture)
      await Promise.all(Array.from({ length: PICTURES }, () => sendPicture(form)))
    },
    import: staff.importFile,
    async 'store operations'() {
      const left = [...products]
      const push = async () => {
        for (let id = left.pop(); id; id = left.pop())
          await staff.call('POST', `/api/products/${id}/push-to-shopify`)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, push))
    },
  }
}

/** As noisy and as large as is taken: some 15 MB and three seconds of work. */
function makeHeavyPicture(): Promise<Buffer> {
  return noise(5000, 4900).webp({ quality: 80, effort: 0 }).toBuffer()
}
