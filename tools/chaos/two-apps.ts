import { performance } from 'node:perf_hooks'
import { findFreePort } from '../../server/platform/db/embedded/find-free-port.ts'
import { exactly, info, type Report, within } from './findings.ts'
import { NotReadyError, startProduct } from './product.ts'
import { openStage } from './stage.ts'

/** Starts a second app on the same data folder, while the first one runs and after it was killed. */
export async function startTwice({ tries }: { tries: number }): Promise<Report> {
  const stage = await openStage()
  try {
    const first = await startProduct({ DATA_DIR: stage.dataDir, PORT: stage.port })
    stage.later(() => first.stop())
    const sentence = `Trunkshow already runs on this data folder as process ${first.pid}: stop that first, or choose another DATA_DIR and PORT.`
    const faults: string[] = []
    let refused = 0
    const again = async () =>
      startProduct({ DATA_DIR: stage.dataDir, PORT: String(await findFreePort()) }).catch((error) => error)
    for (let attempt = 0; attempt < tries; attempt++) {
      const second = await again()
      if (second instanceof NotReadyError && second.ending.complaint === sentence && second.ending.code === 1)
        refused++
      else faults.push(second instanceof Error ? second.message : 'A second app started')
      if (!(second instanceof Error)) await second.stop()
    }
    const unharmed = await fetch(`${first.url}/`).then(({ status }) => status)
    await first.kill()
    const killed = performance.now()
    const next = await again()
    if (next instanceof Error) faults.push(next.message)
    else stage.later(() => next.stop())
    return {
      title: 'two apps on one data folder',
      findings: [
        info('starts of a second app', tries),
        exactly('refused in one sentence that names the first', refused, tries),
        exactly('the first app still answers', unharmed, 200),
        within(
          'time from the kill of the first to the next ready one',
          next instanceof Error ? [] : [performance.now() - killed],
          10,
        ),
      ],
      faults,
    }
  } finally {
    await stage.close()
  }
}
