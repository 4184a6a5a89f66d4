import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import type { Shop } from '../server/practice-store/shop.ts'
import { noise } from '../server/test/pictures.ts'
import { makeBookingCall } from './requests.ts'
import { makeStaffCalls } from './staff-calls.ts'
import type { Scene } from './stage.ts'

const BOOKINGS = 1500
/** Milliseconds between two of them: all of them within half a minute. */
const PACE = 20
const PICTURES = 20
const OPERATIONS = 100
/** As many as a browser sends at the same time. */
const AT_ONCE = 6

/** What a busy company does, each by what it is called; it resolves when all of it is done. */
export type Work = Record<'bookings' | 'pictures' | 'import' | 'store operations', () => Promise<unknown>>

/** Gets everything ready that the shows' owner will do at once. */
export async function prepareWork(scene: Scene, shop: Shop): Promise<Work> {
  const staff = await makeStaffCalls(scene)
  const show = await scene.makeShow(25, 40)
  await scene.storeCatalogue({ customers: 0, products: OPERATIONS })
  const products = await scene.query<{ id: number }>('SELECT id FROM products ORDER BY id')
  const { clientId, clientSecret } = shop
  const address = `${shop.key}.myshopify.com`
  await staff.call('PUT', '/api/shopify/store', { kind: 'app', address, clientId, clientSecret })
  const picture = await makeHeavyPicture()
  const form = await staff.pictureForm(show.id, 'banner', picture)
  const book = makeBookingCall(scene.server.url, show.slots)

  /** Whoever is told to come again does. */
  async function sendPicture() {
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
        sent.push(book())
      }
      await Promise.all(sent)
    },
    pictures: () => Promise.all(Array.from({ length: PICTURES }, sendPicture)),
    import: staff.importFile,
    async 'store operations'() {
      const left = products.map(({ id }) => id)
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
