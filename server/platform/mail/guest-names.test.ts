import { expect, onTestFinished, test } from 'vitest'
import { unique } from '../../test/app.ts'
import { book, makeCompany, makeEvent } from '../../test/factories.ts'
import { openMailbox } from '../../test/mail/mailbox.ts'
import { startWaitlistApp } from '../../test/waits.ts'
import { greet, withoutLinks } from './guest-names.ts'

const shown = (text: string) => text.replaceAll('\u200c', '')

test.each([
  ['Grace Okafor', 'Grace Okafor'],
  ['Grace', 'Grace'],
  ['van der Berg, Anna', 'van der Berg, Anna'],
  ['van der Berg,', 'van der Berg'],
  ['van,', 'van'],
  ['Mrs Smith', 'Mrs Smith'],
  ['Dr. Who', 'Dr. Who'],
  ['Captain Bligh', 'Captain Bligh'],
  ['Degli Esposti', 'Degli Esposti'],
  ['Nguyen Anh', 'Nguyen Anh'], // the last name comes first, as in Hungarian and Chinese
  ['Mary Ann Smith', 'Mary Ann Smith'],
  ['Martin Luther King Jr.', 'Martin Luther King Jr.'],
  ['Tom & Lisa;', 'Tom & Lisa'],
  ['🎉', '🎉'],
  ['王小明', '王小明'],
])('%j is greeted as %j', (name, greeted) => expect(shown(greet(name))).toBe(`Hi ${greeted}`))

/** What mail programs make a link of: Gmail and Apple Mail any of these, Outlook what has :// or www. */
const link = /\w:\/\/|www\.\w|[\p{L}\p{M}\p{N}\p{So}-][.。．｡]\p{L}[\p{L}\p{M}]|\d+\.\d+\.\d+\.\d+/u

test.each([
  'Win $$ at https://evil.example/x',
  'HTTP://EVIL.EXAMPLE',
  'www.evil.example',
  'evil.com',
  'Win:evil.com/x?y=1#z',
  'a (evil.com)',
  'сайт.рф',
  'http://1.2.3.4/x',
  '1.2.3.4',
  'javascript://x.y',
  'evil.com/@me.test', // also an email, by HTML's grammar
  'evil.com?x@me.test',
  'हिन्दी.भारत', // ends in a vowel sign
  'cafe\u0301.com',
  '💩.la',
  '例え。テスト',
  'evil．com',
])('%j is no link', (text) => {
  expect(text).toMatch(link)
  expect(withoutLinks(text)).not.toMatch(link)
  expect(shown(withoutLinks(text))).toBe(text)
})

test.each([
  'Grace Okafor',
  'Dr. Chen',
  '$1,250.00 off',
  '10.30',
  'ann@mail.test',
  'tom&lisa@mail.test',
  '…and Lisa',
])('%j stays as it is', (text) => expect(withoutLinks(text)).toBe(text))

const { app, join, makeFullShow, drain } = startWaitlistApp()

const typed = 'Win $$ at evil.example/x'

test.each(['Win at https://evil.example', 'Win at www.evil.example', 'WWW.evil.example'])(
  'a guest named %j is refused at the form',
  async (attendeeName) => {
    const event = await makeEvent(await makeCompany(app))
    const message = 'Enter a name without a web address'
    expect(await book(app, event.slots[0]!.id, { attendeeName })).toMatchObject({
      status: 400,
      body: { fields: { attendeeName: message } },
    })
    const { status, text } = await join(await makeFullShow(), 'event', { attendeeName })
    expect([status, text]).toEqual([400, expect.stringContaining(message)])
  },
)

test('a web address as a guest’s name is no link in any email to a stranger', async () => {
  const mailbox = await openMailbox()
  onTestFinished(mailbox.close)
  const show = await makeFullShow({ maxBookingsPerSlot: 1, maxPartySize: 1 })
  const event = await makeEvent(show.host)
  const attendeeEmail = `${unique('victim')}@mail.test`
  expect((await book(app, event.slots[0]!.id, { attendeeName: typed, attendeeEmail })).status).toBe(201)
  expect((await join(show, 'event', { attendeeName: typed, attendeeEmail })).status).toBe(201)
  await drain(mailbox.url)
  const mails = mailbox.to(attendeeEmail)
  expect(mails).toHaveLength(2)
  for (const mail of mails) {
    const entries = mail.attachments.map(({ content }) => Buffer.from(content as ArrayBuffer).toString())
    const parts = [mail.subject, mail.text, mail.html, mail.to![0]!.name, ...entries].join('\n')
    expect(parts).not.toContain('evil.example')
    expect(shown(parts)).toContain(typed)
  }
})

test('what an account types is no link to strangers until its own email is confirmed', async () => {
  const mailbox = await openMailbox()
  onTestFinished(mailbox.close)
  const host = await makeCompany(app)
  const event = await makeEvent(host, { name: 'Win at https://evil.example', hostName: 'evil.example' })
  const receive = async (slot: number) => {
    const attendeeEmail = `${unique('victim')}@mail.test`
    expect((await book(app, event.slots[slot]!.id, { attendeeEmail })).status).toBe(201)
    await drain(mailbox.url)
    const [mail] = mailbox.to(attendeeEmail)
    return [mail!.subject, mail!.text, mail!.html].join('\n')
  }
  await app.rows('UPDATE users SET email_confirmed_at = NULL WHERE id = $1', [host.id])
  const unproven = await receive(0)
  expect(unproven).not.toMatch(/:\/\/evil|evil\.example/)
  expect(unproven).toContain('http://shows.test/booking/')
  expect(unproven).toContain('.paper .button a{color:')
  expect(shown(unproven)).toContain('Booking confirmed: Win at https://evil.example')
  await app.rows('UPDATE users SET email_confirmed_at = now() WHERE id = $1', [host.id])
  expect(await receive(1)).toContain('https://evil.example')
})
