import { expect, onTestFinished, test, vi } from 'vitest'
import { findFreePort } from './platform/db/embedded.ts'
import { startTestApp, unique } from './test/app.ts'
import { makeCompany, makeEvent } from './test/factories.ts'
import { openMailbox } from './test/mail/mailbox.ts'
import { startProduct } from './test/product.ts'
import { startWorker } from './worker.ts'

const app = startTestApp()

/** Starts the product in one role on this test's database, until the test has ended. */
async function startProcess(role: 'web' | 'worker', variables: Record<string, string>) {
  const { appSecret, dataDir, databaseUrl } = app.config
  const product = await startProduct({
    ROLE: role,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl!,
    APP_SECRET: appSecret,
    ...variables,
  })
  onTestFinished(async () => expect(await product.end()).toEqual([0, null]))
  return product
}

test('a web process serves without sending, and a worker sends its emails', async () => {
  const mailbox = await openMailbox()
  onTestFinished(() => mailbox.close())
  const mail = { SMTP_URL: mailbox.url, MAIL_FROM: 'shows@trunkshow.test' }
  const web = await startProcess('web', mail)
  expect(web.readyLine).toBe(`Trunkshow is ready at ${web.url}`)
  const { slots } = await makeEvent(await makeCompany(app))
  const attendeeEmail = `${unique()}@mail.test`
  const booked = await fetch(`${web.url}/api/timeslots/${slots[0]!.id}/book`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ attendeeName: 'Grace Okafor', attendeeEmail }),
  })
  expect(booked.status).toBe(201)
  expect(mailbox.mails).toEqual([])

  const metrics = `127.0.0.1:${await findFreePort()}`
  const worker = await startProcess('worker', { ...mail, METRICS_ADDRESS: metrics })
  expect(worker.readyLine).toMatch(/^Trunkshow works/)
  await vi.waitFor(() => expect(mailbox.to(attendeeEmail)).toHaveLength(1), { timeout: 60_000 })

  // A worker serves no pages, but answers its operator.
  const ask = (path: string) => fetch(`http://${metrics}${path}`)
  expect(await (await ask('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await ask('/')).status).toBe(404)
  await vi.waitFor(async () =>
    expect(await (await ask('/metrics')).text()).toMatch(
      /^trunkshow_emails_total\{outcome="sent",process="worker"\} [1-9]/m,
    ),
  )

  // From now on, the web process wakes the worker of the other process.
  const second = `${unique()}@mail.test`
  await fetch(`${web.url}/api/timeslots/${slots[1]!.id}/book`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ attendeeName: 'Lena Fischer', attendeeEmail: second }),
  })
  await vi.waitFor(() => expect(mailbox.to(second)).toHaveLength(1), { timeout: 60_000 })
})

test('a worker that is stopped with a backlog finishes the current email and leaves the rest for the next one', async () => {
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
