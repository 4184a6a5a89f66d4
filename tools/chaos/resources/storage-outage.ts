import { openS3, type S3Failure } from '../../../server/test/s3.ts'
import { exactly, info, type Report, within } from '../findings.ts'
import { startGuests } from '../guests.ts'
import { startProduct } from '../product.ts'
import { registerHost } from '../show.ts'
import { openDatabase, openStage } from '../stage.ts'
import { makePicture, uploadBanner } from './uploads.ts'

/** Browsers give up an upload that is not answered by then. */
const UPLOAD_LIMIT_SECONDS = 15

/**
 * Lets the S3 storage fail in each way while guests book and staff upload, several at once, and restores it after each.
 */
export async function loseStorage(size: { failures: S3Failure[]; atOnce: number }): Promise<Report> {
  const { failures, atOnce } = size
  const stage = await openStage()
  try {
    const s3 = await openS3()
    stage.later(s3.close)
    const product = await startProduct({ DATA_DIR: stage.dataDir, PORT: stage.port, ...s3.settings })
    stage.later(() => product.stop())
    const database = await openDatabase(stage.dataDir)
    const host = await registerHost(product.url)
    const show = await host.makeShow({ days: 60, spots: 5 })
    const others = await Promise.all(
      Array.from({ length: atOnce - 1 }, () => host.makeShow({ days: 1, spots: 1 })),
    )
    const guests = startGuests({
      pick: () => product.url,
      show,
      clients: 4,
      pauseMs: 20,
      cookie: host.cookie,
    })
    await guests.waitForMore(20)

    const faults: string[] = []
    const sentences = new Set<string>()
    const uploadTimes: number[] = []
    for (const failure of failures) {
      const expect = (ok: boolean, fault: string) => ok || faults.push(`when storage ${failure}, ${fault}`)
      s3.fail(failure)
      // Each has its own content, since the same picture is stored once.
      const uploads = [show, ...others].map(async (event, index) =>
        uploadBanner(product.url, host, event, await makePicture(300 + index), 'A name not to be saved'),
      )
      for (const { status, message, took } of await Promise.all(uploads)) {
        expect(status === 503, `an upload was answered ${status}: ${message}`)
        sentences.add(message)
        uploadTimes.push(took)
      }
      const changed = await database.query(`SELECT 1 FROM events WHERE name = 'A name not to be saved'`)
      expect(changed.length === 0, 'half of a form was saved')
      s3.fail()
      const saved = await uploadBanner(product.url, host, show, await makePicture(), `After it ${failure}`)
      expect(saved.status === 200, `an upload after it was answered ${saved.status}: ${saved.message}`)
      const picture = () => fetch(product.url + saved.bannerUrl, { signal: AbortSignal.timeout(20_000) })
      expect((await picture()).status === 200, 'its picture is gone')
      s3.fail(failure)
      const lost = await picture()
      expect(lost.status === 503, `a picture was answered ${lost.status}`)
      const page = await fetch(`${product.url}/event/${show.urlSlug}`)
      expect(page.status === 200, `the event's page was answered ${page.status}`)
      s3.fail()
    }
    await guests.stop()
    return {
      title: 'S3 storage that refuses, breaks off in the middle, and hangs',
      findings: [
        info('uploads refused', uploadTimes.length),
        info('what they were told', [...sentences].join(' ')),
        within('longest refused upload', uploadTimes, UPLOAD_LIMIT_SECONDS),
        info('bookings acknowledged', guests.acknowledged.length),
        exactly('answers 503 to guests', guests.count.refused, 0),
        within(
          'longest request of a guest',
          guests.answered.map(({ took }) => took),
          5,
        ),
      ],
      faults: [...product.faults, ...guests.faults, ...faults],
    }
  } finally {
    await stage.close()
  }
}
