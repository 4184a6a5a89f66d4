import type { AddressInfo } from 'node:net'
import { MEGABYTE } from '@trunkshow/contract/images.ts'
import { importMessages } from '@trunkshow/contract/imports/messages.ts'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { TaskProcess } from '../platform/jobs/task-process.ts'
import { startTestApp } from '../test/app.ts'
import { makeCompany, type TestUser } from '../test/factories.ts'
import { check, customers } from '../test/imports.ts'
import { waitUntilEnded } from '../test/processes/web-process.ts'
import { checkInTurn, waitingChecks } from './check-in-turn.ts'

const app = startTestApp()
let origin: string
beforeAll(async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`
})

const neverLeft = new AbortController().signal
/** Waits for a turn to check a file of this many bytes, and returns the id of the process. */
const pidFor = ({ companyId }: TestUser, bytes: number) =>
  checkInTurn(companyId, bytes, neverLeft, async ({ pid }) => pid!)

/** Stops the process of small files, so that the next check does not end until the test resumes it. */
async function stopProcess(staff: TestUser): Promise<number> {
  await check(staff, customers)
  const pid = await pidFor(staff, 1)
  process.kill(pid, 'SIGSTOP')
  onTestFinished(() => {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  })
  return pid
}

/** Calls the app as a browser that can disconnect. */
function send(staff: TestUser, method: string, path: string, body: object) {
  const asked = vi.spyOn(TaskProcess.prototype, 'run')
  onTestFinished(() => void vi.restoreAllMocks())
  const leaving = new AbortController()
  const sent = fetch(origin + path, {
    method,
    headers: { cookie: staff.cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: leaving.signal,
  })
  sent.catch(() => {})
  const begun = vi.waitFor(() => expect(asked).toHaveBeenCalled(), 60_000)
  return { sent, begun, leave: () => leaving.abort() }
}

test.each(['a check', 'another check'])('%s whose client has left ends with its process', async (which) => {
  const staff = await makeCompany(app)
  const { id } = (await check(staff, customers)).body
  const pid = await stopProcess(staff)
  const call =
    which === 'a check'
      ? send(staff, 'POST', '/api/imports', { kind: 'customers', csv: customers })
      : send(staff, 'PATCH', `/api/imports/${id}`, { corrections: [] })
  await call.begun
  call.leave()
  await waitUntilEnded(pid)
  expect((await check(staff, customers)).status).toBe(201)
})

test('a check whose process is killed gets a sentence, and the next one works', async () => {
  const staff = await makeCompany(app)
  const pid = await stopProcess(staff)
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { sent, begun } = send(staff, 'POST', '/api/imports', { kind: 'customers', csv: customers })
  await begun
  process.kill(pid, 'SIGKILL')
  const answer = await sent
  expect([answer.status, await answer.json()]).toMatchObject([503, { message: importMessages.interrupted }])
  expect(String(told.mock.calls)).toContain('which checks files to import, ended')
  expect((await check(staff, customers)).status).toBe(201)
})

test('a company has one check at a time, and a small file waits for no large one of another', async () => {
  const [busy, other] = [await makeCompany(app), await makeCompany(app)]
  const done = Promise.withResolvers<void>()
  const begun: string[] = []
  const take = ({ companyId }: TestUser, name: string, bytes: number) =>
    checkInTurn(companyId, bytes, neverLeft, async () => {
      begun.push(name)
      await done.promise
    })
  const all = [
    take(busy, 'large', 15 * MEGABYTE),
    take(busy, 'second', 1),
    take(other, 'small', 1),
    take(other, 'third', 1),
  ]
  await vi.waitFor(() => expect(begun).toEqual(['large', 'small']))
  expect([waitingChecks(busy.companyId), waitingChecks(other.companyId)]).toEqual([1, 1])
  done.resolve()
  await Promise.all(all)
  expect(begun).toHaveLength(4)
})

test('checks beyond those that may wait must be tried again later, and none of them is read', async () => {
  const staff = await makeCompany(app)
  const done = Promise.withResolvers<void>()
  const waiting = Array.from({ length: 31 }, () =>
    checkInTurn(staff.companyId, 1, neverLeft, () => done.promise),
  )
  await vi.waitFor(() => expect(waitingChecks(staff.companyId)).toBe(30))
  const asked = vi.spyOn(TaskProcess.prototype, 'run')
  onTestFinished(() => void vi.restoreAllMocks())
  const body = { kind: 'customers', csv: customers, fileName: 'list.csv' }
  expect(await staff.call('POST', '/api/imports', body)).toMatchObject({
    status: 503,
    headers: { 'retry-after': '30' },
    body: { message: importMessages.busy },
  })
  expect(asked).not.toHaveBeenCalled()
  done.resolve()
  await Promise.all(waiting)
})

test('a file is parsed in another process, and is no larger than it may be', async () => {
  const staff = await makeCompany(app)
  const parsed = vi.spyOn(JSON, 'parse')
  onTestFinished(() => void vi.restoreAllMocks())
  const notes = `Ann,Brandt,ann@b.test,${'silk '.repeat(900)}`
  const csv = ['First name,Last name,Email,Notes', ...Array(500).fill(notes)].join('\n')
  expect(await check(staff, csv)).toMatchObject({ status: 201, body: { good: 500, known: 499 } })
  expect(Math.max(...parsed.mock.calls.map(([text]) => text.length))).toBeLessThan(MEGABYTE)
  const chunked = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(MEGABYTE))
      if (++sentMegabytes === 26) controller.close()
    },
  })
  let sentMegabytes = 0
  const answer = await fetch(`${origin}/api/imports`, {
    method: 'POST',
    headers: { cookie: staff.cookie, 'content-type': 'application/json' },
    body: chunked,
    duplex: 'half',
  } as RequestInit)
  expect(answer.status).toBe(413)
})

test.each([
  ['', 'application/json', 400],
  ['{', 'application/json', 400],
  ['{}', 'application/json', 400],
  ['x', 'text/plain', 415],
])('a body %j of %s is refused', async (body, type, status) => {
  const staff = await makeCompany(app)
  const answer = await staff.call('POST', '/api/imports', body, { 'content-type': type })
  expect(answer.status).toBe(status)
})
