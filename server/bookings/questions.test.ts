import type { BookingPage, EventPage } from '@trunkshow/contract/visitor-page.ts'
import { describe, expect, test } from 'vitest'
import { startTestApp, unique } from '../test/app.ts'
import { book, eventForm, formField, makeCoHost, makeCompany, makeEvent } from '../test/factories.ts'
import { openMailbox } from '../test/mail/mailbox.ts'
import { sendDue } from '../test/mail/sent-mails.ts'
import { openPage } from '../test/visitor-page.ts'
import { bookingEmails } from './emails.ts'

const app = startTestApp()

const questions = [
  formField({ id: 'size', label: 'Dress size', type: 'number', required: true }),
  formField({ id: 'style', label: 'Style', type: 'dropdown', options: ['A-line', 'Sheath'] }),
  formField({ id: 'first', label: 'First visit', type: 'checkbox' }),
  formField({ id: 'wishes', label: 'Anything else', type: 'textarea' }),
]
const given = { size: '38.5', style: 'Sheath', first: true, wishes: 'No lace.\nPlease.' }

async function makeAsking(changes: Record<string, unknown> = {}) {
  const host = await makeCompany(app)
  const event = await makeEvent(host, { phoneQuestion: 'required', questions, ...changes })
  const slot = event.slots[0]!
  const change = (changes: Record<string, unknown>) =>
    host.call('PUT', `/api/events/${event.id}`, eventForm(changes))
  const bookings = async () => (await host.call('GET', `/api/events/${event.id}/bookings`)).body
  const post = (form: Record<string, string>) =>
    openPage<EventPage>(app, `/event/${event.urlSlug}`, {
      form: {
        timeSlotId: String(slot.id),
        attendeeName: 'Grace Okafor',
        attendeeEmail: 'grace@okafor.test',
        questionsVersion: '1',
        ...form,
      },
    })
  return { host, event, slot, change, bookings, post }
}

describe('answers', () => {
  test('are kept with the question as it was asked, whatever the host changes later', async () => {
    const { slot, change, bookings } = await makeAsking()
    const { status, body } = await book(app, slot.id, { phone: ' 212 555 0199 ', answers: given })
    expect(status).toBe(201)
    const answers = [
      { id: 'size', label: 'Dress size', type: 'number', answer: '38.5' },
      { id: 'style', label: 'Style', type: 'dropdown', answer: 'Sheath' },
      { id: 'first', label: 'First visit', type: 'checkbox', answer: true },
      { id: 'wishes', label: 'Anything else', type: 'textarea', answer: 'No lace.\nPlease.' },
    ]
    expect(body).toMatchObject({ phone: '212 555 0199', answers })
    expect((await change({ phoneQuestion: 'off', questions: [questions[1]] })).status).toBe(200)
    expect((await change({ questions: [formField({ id: 'size', label: 'Shoe size' })] })).status).toBe(200)
    expect(await bookings()).toMatchObject([{ phone: '212 555 0199', answers }])
    expect((await app.call('GET', `/api/bookings/manage/${body.id}`)).body).toMatchObject({ answers })
    const page = await openPage<BookingPage>(app, `/booking/${body.id}`)
    for (const shown of ['212 555 0199', 'Dress size', '38.5', 'First visit Yes', 'No lace. Please.'])
      expect(page.read).toContain(shown)
  })

  test('are refused with a sentence at each field, and nothing is booked', async () => {
    const { slot, bookings } = await makeAsking()
    const { status, body } = await book(app, slot.id, { answers: { size: 'M', style: 'Empire' } })
    expect([status, body.fields]).toEqual([
      400,
      {
        phone: 'Phone number is required',
        'answers.size': 'Enter a number',
        'answers.style': 'Select one of the options',
      },
    ])
    const silent = await book(app, slot.id)
    expect(silent.body.fields).toEqual({
      phone: 'Phone number is required',
      'answers.size': 'Dress size is required',
    })
    const strange = await book(app, slot.id, {
      phone: '1',
      answers: { size: { toString: 'x' }, unknown: 'x' },
    })
    expect(strange.body.fields).toEqual({ 'answers.size': 'We couldn’t read this answer. Enter it again.' })
    expect(await bookings()).toEqual([])
  })

  test('are left out by a call without any, if all are optional', async () => {
    const { slot, bookings } = await makeAsking({ phoneQuestion: 'optional', questions: questions.slice(1) })
    expect((await book(app, slot.id)).status).toBe(201)
    const [booking] = await bookings()
    expect([booking.phone, booking.answers]).toEqual([undefined, undefined])
  })

  test('to an event that asks nothing are dropped', async () => {
    const host = await makeCompany(app)
    const event = await makeEvent(host)
    const booked = await book(app, event.slots[0]!.id, { phone: '1', answers: given })
    expect([booked.status, booked.body.phone, booked.body.answers]).toEqual([201, undefined, undefined])
  })

  test('are part of what a repeat must send again', async () => {
    const { slot, change, bookings } = await makeAsking()
    const key = { 'idempotency-key': unique('answers') }
    const input = { phone: '1', answers: given, questionsVersion: 1 }
    const first = await book(app, slot.id, input, key)
    // The response is lost, and the host changes the questions before the repeat.
    await change({ questions: [questions[3]] })
    const again = await book(app, slot.id, input, key)
    expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([
      201,
      'true',
      first.body,
    ])
    const other = await book(app, slot.id, { ...input, answers: { ...given, size: '40' } }, key)
    expect([other.status, other.body.code]).toEqual([422, 'key_reused'])
    expect(await bookings()).toHaveLength(1)
  })

  test('of a private event reveal no question to someone who may not see it', async () => {
    const { slot } = await makeAsking({ isPublic: false })
    const { status, text } = await book(app, slot.id, { phone: '1', answers: {} })
    expect(status).toBe(404)
    expect(text).not.toContain('Dress size')
  })

  test('are on the bookings of the company and its co-hosts, and of nobody else', async () => {
    const { event, slot } = await makeAsking()
    await book(app, slot.id, { phone: '1', answers: given })
    const coHost = await makeCoHost(app, event, 'view only')
    const url = `/api/events/${event.id}/bookings`
    expect((await coHost.call('GET', url)).body[0].answers).toHaveLength(4)
    expect((await (await makeCompany(app)).call('GET', url)).status).toBe(404)
    const shown = await app.call('GET', `/api/events/${event.id}`)
    expect(shown.body.questions).toHaveLength(4)
    expect(shown.text).not.toContain('No lace')
  })
})

describe('questions that changed since the page was opened', () => {
  test('book nothing and come back with what was typed, without scripts', async () => {
    const { change, bookings, post } = await makeAsking({ questions: [questions[3]] })
    await change({ phoneQuestion: 'required', questions: [questions[3], questions[0]] })
    const typed = { phone: '212', 'answers.wishes': 'No lace, "please" & <b>thanks</b>' }
    const page = await post(typed)
    expect(page.status).toBe(409)
    expect(page.read).toContain('The host just changed the questions. Check your answers')
    expect(page.read).toContain('Dress size is required')
    expect(page.text).toContain('value="212"')
    expect(page.text).toContain('No lace, &quot;please&quot; &amp; &lt;b&gt;thanks&lt;/b&gt;')
    expect(await bookings()).toEqual([])
    expect((await post({ ...typed, 'answers.size': '38', questionsVersion: '2' })).status).toBe(201)
  })

  test('come with the refusal of a call', async () => {
    const { slot, change } = await makeAsking({ phoneQuestion: 'off', questions: [questions[3]] })
    await change({ questions: [formField({ id: 'wishes', label: 'Wishes', type: 'textarea' })] })
    const { status, body } = await book(app, slot.id, { answers: { wishes: 'x' }, questionsVersion: 1 })
    expect([status, body.code, body.fields]).toEqual([409, 'changed', undefined])
    expect(body.current).toMatchObject({ questions: [{ label: 'Wishes' }], questionsVersion: 2 })
  })

  test('let a page that showed some book an event that asks nothing anymore only after it said so', async () => {
    const { slot, change } = await makeAsking()
    await change({ phoneQuestion: 'off', questions: [] })
    const old = await book(app, slot.id, { phone: '1', answers: given, questionsVersion: 1 })
    expect([old.status, old.body.code]).toEqual([409, 'changed'])
    expect((await book(app, slot.id, { questionsVersion: 2 })).status).toBe(201)
    expect((await book(app, slot.id, { attendeeEmail: 'ada@mail.test' })).status).toBe(201)
  })

  test('are the same version after a save that changes nothing else', async () => {
    const { host, event, change } = await makeAsking()
    const { body } = await change({ phoneQuestion: 'required', questions, name: 'Another name' })
    expect([body.name, body.questionsVersion]).toEqual(['Another name', 1])
    expect((await change({})).body).toMatchObject({
      questions,
      phoneQuestion: 'required',
      questionsVersion: 1,
    })
    const log = await host.call('GET', '/api/activity?subject=event')
    expect(log.body.flatMap((entry: { changes: unknown[] }) => entry.changes)).not.toContainEqual(
      expect.objectContaining({ field: 'questions' }),
    )
    expect(event.questionsVersion).toBe(1)
  })
})

describe('the form without scripts', () => {
  test('books with answers, and keeps all of them in a refusal', async () => {
    const { bookings, post } = await makeAsking()
    const typed = {
      phone: '212 555 0199',
      'answers.size': 'large',
      'answers.style': 'Sheath',
      'answers.first': 'true',
      'answers.wishes': 'No lace.\r\nPlease.',
    }
    const refused = await post(typed)
    expect(refused.status).toBe(400)
    expect(refused.read).toContain('Enter a number')
    expect(refused.text).toContain('value="large"')
    expect(refused.text).toMatch(/<option[^>]* selected(="")?[^>]*>Sheath/)
    expect(refused.text).toMatch(/<input(?=[^>]* checked)[^>]* name="answers.first"/)
    expect(refused.text).toMatch(/No lace\.\s+Please\./)
    expect((await post({ ...typed, 'answers.size': '38' })).status).toBe(201)
    expect(await bookings()).toMatchObject([{ phone: '212 555 0199', answers: { length: 4 } }])
    expect((await bookings())[0].answers[3].answer).toBe('No lace.\nPlease.')
  })
})

test('the file of bookings has a column for each question, and runs no formula', async () => {
  const { host, event, slot, change } = await makeAsking()
  await book(app, slot.id, { phone: '=1+1', answers: { ...given, wishes: '=HYPERLINK("x")' } })
  await change({ phoneQuestion: 'off', questions: [formField({ id: 'size', label: '=Shoe size' })] })
  await book(app, slot.id, { attendeeName: 'Ada', answers: { size: '9' } })
  const { text } = await host.call('GET', `/api/events/${event.id}/bookings.csv`)
  const [head, grace, ada] = text.trim().split('\r\n')
  expect(head).toMatch(/"Phone","'=Shoe size","Dress size","Style","First visit","Anything else"$/)
  expect(grace).toMatch(/"'=1\+1",,"38.5","Sheath","Yes","'=HYPERLINK\(""x""\)"$/)
  expect(ada).toMatch(/"","9",,,,$/)
  const plain = await makeEvent(host)
  const without = await host.call('GET', `/api/events/${plain.id}/bookings.csv`)
  expect(without.text).not.toContain('Phone')
})

test('the host reads the answers in the email, as plain text', async () => {
  const contactEmail = `${unique('host')}@vale.test`
  const { slot } = await makeAsking({ contactEmail })
  await book(app, slot.id, { phone: '212', answers: { ...given, wishes: '<b>No</b> lace' } })
  const mailbox = await openMailbox()
  await sendDue(app, bookingEmails, mailbox.url)
  const mail = await mailbox.next({ to: contactEmail, subject: /New booking/ })
  expect(mail.html).toContain('&lt;b&gt;No&lt;/b&gt; lace')
  for (const line of ['Phone: 212', 'Dress size: 38.5', 'First visit: Yes']) expect(mail.text).toContain(line)
  await mailbox.close()
})

test('an event asks at most ten questions, each once, and three photos', async () => {
  const host = await makeCompany(app)
  const photo = (id: string) => formField({ id, type: 'attachment' })
  const many = Array.from({ length: 11 }, (_, at) => formField({ id: `q${at}` }))
  for (const [questions, field, sentence] of [
    [many, 'questions', 'An event can ask at most 10 questions'],
    [
      [formField({ id: 'a' }), formField({ id: 'b', label: 'A' })],
      'questions.1.label',
      'Ask each question only once',
    ],
    [['a', 'b', 'c', 'd'].map(photo), 'questions.3.type', 'At most 3 questions can ask for a photo'],
    [
      [formField({ id: 'a', type: 'dropdown' })],
      'questions.0.options',
      'Enter at least one option, one per line',
    ],
    [[formField({ id: 'a', type: 'measurements' })], 'questions.0.type', 'Check the questions'],
    ['nothing', 'questions', 'Check the questions'],
  ] as const) {
    const { status, body } = await host.call('POST', '/api/events', eventForm({ questions }))
    expect([status, body.fields]).toEqual([400, { [field]: sentence }])
  }
})
