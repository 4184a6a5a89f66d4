import { expect, onTestFinished, test } from 'vitest'
import { unique } from '../test/app.ts'
import { book, makeCompany, makeCustomer, makeEvent, makeUser, takeOrder } from '../test/factories.ts'
import { check } from '../test/imports.ts'
import { openMailbox } from '../test/mail/mailbox.ts'
import { startWaitlistApp } from '../test/waits.ts'

const { app, join, makeFullShow, drain } = startWaitlistApp()

/** One mailbox as it is typed, as Chrome sends it, and in capitals. */
function spellings() {
  const name = unique('tom&lisa')
  return [`${name}@münchen.test`, `${name}@xn--mnchen-3ya.test`, `${name}@MÜNCHEN.TEST`] as const
}

test('an international email is one customer, guest and address in every spelling', async () => {
  const [typed, ascii, capitals] = spellings()
  const full = await makeFullShow()
  const { host: owner } = full
  const event = await makeEvent(owner)
  const guest = { attendeeName: 'Tom & Lisa' }
  for (const [index, attendeeEmail] of [typed, ascii].entries())
    expect(await book(app, event.slots[index]!.id, { ...guest, attendeeEmail })).toMatchObject({
      status: 201,
    })
  expect((await join(full, 'event', { attendeeEmail: capitals })).status).toBe(201)
  expect((await join(full, 'event', { attendeeEmail: typed })).status).toBe(201)
  const customer = await makeCustomer(owner, { email: capitals, notes: `Write to ${typed}, not ${ascii}` })
  expect(customer.email).toBe(ascii)

  for (const q of [typed, ascii, capitals, 'münchen.test', 'MÜNCHEN', 'xn--mnchen-3ya.test'])
    expect((await owner.call('GET', `/api/customers?q=${encodeURIComponent(q)}`)).body, q).toMatchObject([
      { id: customer.id },
    ])
  for (const email of [typed, ascii, capitals]) {
    const query = `email=${encodeURIComponent(email)}`
    expect((await owner.call('GET', `/api/customers/similar?${query}`)).body).toMatchObject([
      { id: customer.id },
    ])
    expect((await owner.call('GET', `/api/bookings?${query}`)).body).toHaveLength(2)
  }
  const file = `First name,Last name,Email\nTom,Lisa,${typed}\nTom,Lisa,${ascii}\n`
  expect((await check(owner, file)).body).toMatchObject({ good: 2, known: 2 })

  expect(await takeOrder(owner, { customerEmail: typed })).toMatchObject({ customerEmail: ascii })
  expect((await owner.call('POST', '/api/erasures', { customerId: customer.id })).body).toMatchObject({
    emails: [ascii],
    bookings: 2,
    waits: 1,
    orders: 1,
  })
})

test('notes about somebody else lose an erased email in both spellings', async () => {
  const [typed, ascii] = spellings()
  const owner = await makeCompany(app)
  const customer = await makeCustomer(owner, { email: typed })
  const friend = await makeCustomer(owner, { notes: `Friend of ${typed} (${ascii})` })
  await owner.call('POST', '/api/erasures', { customerId: customer.id })
  const { body } = await owner.call('GET', `/api/customers/${friend.id}`)
  expect(body.notes).not.toMatch(/nchen/)
})

test('an email goes to the address in ASCII, from a form without scripts too', async () => {
  const mailbox = await openMailbox()
  onTestFinished(mailbox.close)
  const [typed, ascii] = spellings()
  const event = await makeEvent(await makeCompany(app))
  const form = new FormData()
  const fields = { timeSlotId: event.slots[0]!.id, attendeeName: 'Tom & Lisa', attendeeEmail: typed }
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  const page = await app.call('POST', `/event/${event.urlSlug}`, form, { accept: 'text/html' })
  expect(page.text).toContain('xn--mnchen-3ya.test')
  await drain(mailbox.url)
  // The test's mail server decodes the recipients of the envelope.
  expect(mailbox.to(typed).map(({ raw }) => /^To: (.*)$/m.exec(raw)?.[1])).toEqual([
    `"Tom & Lisa" <${ascii}>`,
  ])
})

test('a user registers, logs in and is invited in every spelling', async () => {
  const [typed, ascii, capitals] = spellings()
  const password = 'secret 1'
  const register = (email: string) =>
    app.call('POST', '/api/register', { username: unique('tom'), email, name: 'Tom', password })
  const { body } = await register(typed)
  expect(body.email).toBe(ascii)
  await app.rows('UPDATE users SET email_confirmed_at = now() WHERE id = $1', [body.id])
  for (const username of [typed, ascii, capitals])
    expect(await app.call('POST', '/api/login', { username, password })).toMatchObject({ status: 200 })
  expect(await register(capitals)).toMatchObject({ status: 409 })
  const admin = await makeUser(app, (await makeCompany(app)).companyId, 'admin')
  await admin.call('POST', '/api/company', { companyName: 'Vale' })
  for (const email of [typed, ascii])
    expect(
      await admin.call('POST', '/api/company/users', { name: 'Tom', email, role: 'view only' }),
    ).toMatchObject({
      status: 409,
    })
})

test('letters with accents before the @ are refused with a sentence', async () => {
  const event = await makeEvent(await makeCompany(app))
  expect(await book(app, event.slots[0]!.id, { attendeeEmail: 'josé@mail.test' })).toMatchObject({
    status: 400,
    body: { fields: { attendeeEmail: 'Use only letters without accents before the @' } },
  })
})
