import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { findFreePort } from '../../server/platform/db/embedded.ts'
import { compareAll, type Effort, loadHttp, loadSql, repeat } from './measure.ts'
import { bareBooking, makeBooking } from './rates.ts'
import { type Row, rateCells, rateHeads } from './report.ts'
import { type Scene, type Stage, variables } from './stage.ts'

const repository = new URL('../..', import.meta.url)
const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: repository })

export const commitHeads = [...rateHeads.slice(0, 4), 'this ÷ it', 'target']

/**
 * Checks a commit out, and starts it as a newcomer does: `npm start` installs its packages and builds it.
 *
 * @throws if it is unknown, or ends before it is ready
 */
async function startCommit(stage: Stage, commit: string, databaseUrl: string) {
  const folder = join(stage.folder, commit)
  await git('worktree', 'add', '--detach', folder, commit)
  stage.later(() => git('worktree', 'remove', '--force', folder))
  const port = String(await findFreePort())
  const env = {
    PATH: process.env.PATH,
    PORT: port,
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, 'data'),
  }
  const app = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    env: { ...env, HOME: process.env.HOME, ...variables, ROLE: 'web' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(app, 'close')
  stage.later(() => {
    app.kill()
    return ended
  })
  const lines = createInterface(app.stdout)
  await new Promise<void>((ready, fail) => {
    lines.on('line', (line) => line.includes('Trunkshow is ready') && ready())
    lines.once('close', () => fail(new Error(`${commit} ended before it was ready`)))
  })
  return { url: `http://127.0.0.1:${port}`, pid: app.pid! }
}

/** What is measured, with the least ratio of this commit's rate to another's: half a tenth is the machine's noise. */
async function prepareLoads(scene: Scene, effort: Effort) {
  const [wide, narrow] = [await scene.makeShow(25, 40), await scene.makeShow(1, 1)]
  const shown = await scene.makeShow(4, 10)
  const { cookie } = scene.host
  const get = (path: string) => () => loadHttp(scene.url, effort, () => ({ path, headers: { cookie } }))
  for (let n = 0; n < 100; n++)
    await scene.host.ok('/api/customers', {
      method: 'POST',
      body: {
        firstName: 'Grace',
        lastName: `Okafor ${n}`,
        email: `grace-${n}@okafor.test`,
        phone: '212 555 0199',
      },
    })
  return {
    'booking over 1,000 slots': () => loadHttp(scene.url, effort, () => makeBooking(wide)),
    'booking one slot': () => loadHttp(scene.url, effort, () => makeBooking(narrow)),
    'a bare booking (pgbench)': () => loadSql(scene.databaseUrl, effort, bareBooking(wide)),
    'slots of an event (40)': () =>
      loadHttp(scene.url, effort, () => ({ path: `/api/events/${shown.id}/timeslots` })),
    'event page (40 slots)': () => loadHttp(scene.url, effort, () => ({ path: `/event/${shown.id}` })),
    'list of 100 customers': get('/api/customers'),
    'list of events': get('/api/events'),
  }
}

/** Rates of the same commit differ by this much from run to run. */
const MIN_RATIO = 0.95

/** Compares this commit's rates with those of others, all through HTTP, in turn. @throws if one does not start */
export async function compareCommits(stage: Stage, commits: string[], effort: Effort): Promise<Row[]> {
  const scenes = [await stage.open('this_commit')]
  for (const commit of commits)
    scenes.push(await stage.open(`commit_${commit}`, 0, {}, (url) => startCommit(stage, commit, url)))
  const loads = await repeat(scenes.length, (at) => prepareLoads(scenes[at]!, effort))
  const rows: Row[] = []
  for (const name of Object.keys(loads[0]!) as (keyof (typeof loads)[0])[]) {
    console.log(`${name} …`)
    const sides = await compareAll(
      effort.rounds,
      loads.map((each) => each[name]),
    )
    for (const [at, side] of sides.entries()) {
      const compared = at ? [side.ratio.toFixed(2), MIN_RATIO.toFixed(2)] : ['', '']
      const cells = [`${name}: ${commits[at - 1] ?? 'this'}`, ...rateCells(side), ...compared]
      rows.push({ cells, ok: !at || side.ratio >= MIN_RATIO })
    }
  }
  return rows
}
