import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findFreePort } from './db/embedded/find-free-port.ts'
import { startTestApp, unique } from './test/app.ts'
import { makeCompany, makeEvent } from './test/factories.ts'
import { openMailbox } from './test/mailbox.ts'
import { startWorker } from './worker.ts'

const app = startTestApp()

/** Starts the product in one role on this test's database; resolves when it is ready. */
async function startProcess(role: 'web' | 'worker', variables: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: {
      PATH: process.env.PATH,
      ROLE: role,
      DATA_DIR: app.config.dataDir,
      DATABASE_URL: app.config.databaseUrl!,
      APP_SECRET: app.config.appSecret,
      LOG_LEVEL: 'warn',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    expect(await closed).toEqual([0, null])
  })
  for await (const line of createInterface(child.stdout))
    if (/^Trunkshow (is ready|works)/.test(line)) return line
  throw new Error(`The ${role} process ended before it was ready`)
}

test('a web process serves without sending, and a worker sends its emails', {
  timeout: 60_000,
}, async () => {
  const mailbox = await openMailbox()
  onTestFinished(() => mailbox.close())
  const mail = { SMTP_URL: mailbox.url, MAIL_FROM: 'shows@trunkshow.test' }
  const port = String(await findFreePort())
  expect(await startProcess('web', { ...mail, PORT: port })).toBe(
    `Trunkshow is ready at http://localhost:${port}`,
  )
  const { slots } = await makeEvent(await makeCompany(app))
  const attendeeEmail = `${unique()}@mail.test`
  const booked = await fetch(`http://localhost:${port}/api/timeslots/${slots[0]!.id}/book`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ attendeeName: 'Grace Okafor', attendeeEmail }),
  })
  expect(booked.status).toBe(201)
  expect(mailbox.mails).toEqual([])

  expect(await startProcess('worker', mail)).toMatch(/^Trunkshow works/)
  await vi.waitFor(() => expect(mailbox.to(attendeeEmail)).toHaveLength(1), { timeout: 60_000 })

  // From now on, the web process wakes the worker of the other process.
  const second = `${unique()}@mail.test`
  await fetch(`http://localhost:${port}/api/timeslots/${slots[1]!.id}/book`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ attendeeName: 'Lena Fischer', attendeeEmail: second }),
  })
  await vi.waitFor(() => expect(mailbox.to(second)).toHaveLength(1), { timeout: 60_000 })
})

test('a worker that is stopped with a backlog finishes the current email and leaves the rest for the next one', {
  timeout: 60_000,
}, async () => {
  // Left over from the worker stopped in the test above.
  await app.rows('DELETE FROM email_notifications')
  const company = await makeCompany(app)
  const { slots } = await makeEvent(company)
  for (const { id } of slots) {
    const guest = { attendeeName: 'Grace Okafor', attendeeEmail: `${unique()}@mail.test` }
    expect(await app.call('POST', `/api/timeslots/${id}/book`, guest)).toMatchObject({ status: 201 })
  }
  const stopped = Promise.withResolvers<void>()
  const mailbox = await openMailbox({
    refuse() {
      stopped.resolve(worker.stop())
      return null
    },
  })
  onTestFinished(() => mailbox.close())
  const config = { ...app.config, smtpUrl: mailbox.url, mailFrom: 'shows@trunkshow.test' }
  const worker = await startWorker({ config, pool: app.pool, databaseUrl: config.databaseUrl! })
  await stopped.promise
  expect(mailbox.mails).toHaveLength(1)
  expect(
    await app.rows(
      'SELECT status, count(*)::int AS emails FROM email_notifications WHERE company_id = $1 GROUP BY 1 ORDER BY 1',
      [company.companyId],
    ),
  ).toEqual([
    { status: 'pending', emails: 7 },
    { status: 'sent', emails: 1 },
  ])
})
