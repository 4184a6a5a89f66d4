import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findFreePort } from './platform/db/embedded.ts'
import { createTestDatabase } from './test/database.ts'
import { waitUntilEnded } from './test/processes/web-process.ts'
import { startProduct } from './test/product.ts'

/** Only Linux lists a process's children. */
const onLinux = test.runIf(process.platform === 'linux')

async function start(variables: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'trunkshow-processes-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const said: string[] = []
  const product = await startProduct(
    {
      DATABASE_URL: await createTestDatabase(),
      APP_SECRET: randomBytes(32).toString('hex'),
      DATA_DIR: dataDir,
      ...variables,
    },
    { stdio: ['ignore', 'pipe', 'pipe'], onLine: (line) => said.push(line) },
  )
  onTestFinished(async () => void (await product.end('SIGKILL')))
  return { ...product, said, ready: () => fetch(`${product.url}/readyz`).then(({ status }) => status) }
}

/** Lists the children of a process, with their nice values: 0 is normal, and more is a lower priority. */
async function childrenOf(pid: number): Promise<{ pid: number; nice: number }[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).match(/\d+/g) ?? []
  return Promise.all(
    children.map(async (child) => {
      const afterName = (await readFile(`/proc/${child}/stat`, 'utf8')).split(') ')[1]!
      return { pid: Number(child), nice: Number(afterName.split(' ')[16]) }
    }),
  )
}

onLinux('jobs run in a process of lower priority, which is started again when it is killed', async () => {
  const product = await start()
  const [worker, ...others] = await childrenOf(product.pid)
  expect(others).toEqual([])
  expect(worker!.nice).toBeGreaterThan(0)
  process.kill(worker!.pid, 'SIGKILL')
  await vi.waitFor(async () => {
    const [next] = await childrenOf(product.pid)
    expect(next && next.pid !== worker!.pid).toBe(true)
    expect(next!.nice).toBe(worker!.nice)
  }, 60_000)
  expect(product.said).toContain(`The worker process ${worker!.pid} ended with SIGKILL and is started again.`)
  expect(await product.ready()).toBe(200)
  expect(await product.end()).toEqual([0, null])
})

onLinux('several web processes share the port, and one that is killed is not missed', async () => {
  const metrics = `127.0.0.1:${await findFreePort()}`
  const product = await start({ WEB_PROCESSES: '2', METRICS_ADDRESS: metrics })
  for (const url of [`${product.url}/metrics`, `http://${metrics}/metrics`]) {
    const text = await fetch(url).then((answer) => answer.text())
    const named = text.match(/(?<=^process_resident_memory_bytes\{process=").+(?="\})/gm)
    expect(named?.sort()).toEqual(['main', 'web-1', 'web-2', 'worker'])
    expect(text.match(/^# TYPE process_resident_memory_bytes /gm)).toHaveLength(1)
    expect(text).toContain('\ntrunkshow_database_reachable 1\n')
  }
  const children = await childrenOf(product.pid)
  const webs = children.filter(({ nice }) => nice === 0)
  expect([children.length, webs.length]).toEqual([3, 2])
  process.kill(webs[0]!.pid, 'SIGKILL')
  await waitUntilEnded(webs[0]!.pid)
  expect(await product.ready()).toBe(200)
  await vi.waitFor(async () => expect(await childrenOf(product.pid)).toHaveLength(3), 60_000)
  expect(await product.end()).toEqual([0, null])
  for (const { pid } of children) await waitUntilEnded(pid)
})

onLinux(
  'children ignore the signals of a terminal and end with the first process, however it ends',
  async () => {
    const product = await start({ WEB_PROCESSES: '2' })
    const children = await childrenOf(product.pid)
    for (const { pid } of children)
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(pid, signal)
    expect(await product.ready()).toBe(200)
    expect(await childrenOf(product.pid)).toEqual(children)
    await product.end('SIGKILL')
    for (const { pid } of children) await waitUntilEnded(pid)
  },
)

test('an address for metrics that is taken is rejected in one sentence', async () => {
  const port = await findFreePort()
  const other = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void other.close())
  await expect(start({ METRICS_ADDRESS: `127.0.0.1:${port}` })).rejects.toThrow(
    'ended with 1 before it was ready',
  )
})

test('a web process that cannot start ends the app with its reason', async () => {
  const port = await findFreePort()
  const other = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void other.close())
  await expect(start({ WEB_PROCESSES: '2', PORT: String(port) })).rejects.toThrow(
    'ended with 1 before it was ready',
  )
})
