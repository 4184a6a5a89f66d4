import { accentIn } from '@trunkshow/contract/company/rules.ts'
import type { EmailType } from '@trunkshow/contract/emails/rules.ts'
import { emailTypes } from '@trunkshow/contract/emails/rules.ts'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { startTestApp, unique } from '../test/app.ts'
import { sendEveryKind } from '../test/mail/every-email.ts'
import { noise } from '../test/pictures.ts'
import { formWith } from '../test/uploads.ts'

const app = startTestApp({
  MAIL_FROM: 'Trunkshow <shows@trunkshow.test>',
  PUBLIC_URL: 'http://shows.test',
  SMTP_URL: 'smtp://mail.test',
})

let sent: Awaited<ReturnType<typeof sendEveryKind>>
let unconfirmed: typeof sent
beforeAll(async () => {
  sent = await sendEveryKind(app, 'Maison <b>{{7*7}}</b> Vale', async (host) => {
    const logo = await noise(300, 100).png().toBuffer()
    const looks = { urlSlug: unique('vale'), accentColor: '#7a1f4b', showAddress: true }
    const { status } = await host.call('PUT', '/api/company/page', formWith([['logo', logo]], looks))
    expect(status).toBe(200)
    await app.rows(`UPDATE companies SET company_address = '12 Mercer Street' WHERE id = $1`, [
      host.companyId,
    ])
  })
  unconfirmed = await sendEveryKind(app, 'Maison Vale', ({ companyId }) =>
    app.rows('DELETE FROM email_confirmations WHERE company_id = $1', [companyId]),
  )
})

/** Whose branding an email has, who a reply goes to, and what else it contains. */
const kinds: Record<EmailType, { brand?: true; replyTo?: 'contact' | 'guest'; place?: true; off?: true }> = {
  booking_confirmation: { brand: true, replyTo: 'contact', place: true },
  booking_reminder: { brand: true, replyTo: 'contact', place: true },
  booking_reminder_soon: { brand: true, replyTo: 'contact', place: true },
  booking_thanks: { brand: true, replyTo: 'contact', place: true, off: true },
  booking_rescheduled: { brand: true, replyTo: 'contact', place: true },
  booking_party_changed: { brand: true, replyTo: 'contact', place: true },
  booking_cancelled: { brand: true, replyTo: 'contact', place: true },
  waitlist_joined: { brand: true, replyTo: 'contact', place: true },
  waitlist_offer: { brand: true, replyTo: 'contact', place: true },
  payment_request: { brand: true },
  payment_receipt: { brand: true },
  proposal: { brand: true },
  proposal_approved: { brand: true },
  proposal_code: { brand: true },
  stage_begun: { brand: true },
  making_news: { brand: true },
  stage_begun_notice: { brand: true },
  proposal_answered: { brand: true },
  guest_message: { brand: true, replyTo: 'contact', place: true },
  guest_message_test: { brand: true, replyTo: 'contact', place: true },
  booking_notice: { brand: true, replyTo: 'guest', place: true, off: true },
  booking_rescheduled_notice: { brand: true, replyTo: 'guest', place: true, off: true },
  booking_party_changed_notice: { brand: true, replyTo: 'guest', place: true, off: true },
  booking_cancelled_notice: { brand: true, replyTo: 'guest', place: true, off: true },
  data_request_notice: {},
  guest_data: { brand: true, replyTo: 'contact' },
  invitation: { brand: true },
  co_host_invitation: { brand: true },
  email_confirmation: {},
  contact_confirmation: {},
  password_reset: {},
  password_changed: {},
  email_changed: {},
}

test.each(Object.keys(emailTypes) as EmailType[])('%s is complete', async (kind) => {
  const { brand, replyTo, place, off } = kinds[kind]
  const mail = sent.mails.get(kind)!
  const headerOf = (name: string) => mail.headers.find(({ key }) => key === name)?.value
  expect(mail.recipients).toHaveLength(1)
  expect(mail.to).toMatchObject([{ address: mail.recipients[0] }])
  expect(headerOf('date')).toBeTruthy()
  expect(headerOf('message-id')).toMatch(new RegExp(`^<mail-\\d+-${kind}@shows\\.test>$`))
  expect(headerOf('auto-submitted')).toBe('auto-generated')
  expect(headerOf('list-unsubscribe')).toEqual(off ? expect.stringMatching(/^<http:/) : undefined)
  expect(headerOf('list-unsubscribe-post')).toBe(off && 'List-Unsubscribe=One-Click')
  // A name with markup is no sender's name; emails about accounts come from the product.
  expect(mail.from).toMatchObject({ name: 'Trunkshow', address: 'shows@trunkshow.test' })
  expect(unconfirmed.mails.get(kind)!.from).toMatchObject({
    name: brand ? 'Maison Vale' : 'Trunkshow',
    address: 'shows@trunkshow.test',
  })
  expect(mail.text!.length).toBeGreaterThan(50)
  expect(mail.html).not.toContain('<b>')
  if (off) expect(mail.html).toMatch(/>Turn off (booking alerts|thank-you emails)</)

  const pictures = [...mail.html!.matchAll(/<img[^>]*>/g)].map(([tag]) => tag)
  expect(pictures).toHaveLength(brand ? 1 : 0)
  for (const picture of pictures) {
    expect(picture).toMatch(/ alt="Maison/)
    expect(picture).toMatch(/ width="144" height="48"/)
    const [, url] = / src="http:\/\/shows\.test(\/uploads\/[^"]+)"/.exec(picture)!
    const { rawPayload, headers } = await app.app.inject({ url: url! })
    expect(headers['content-type']).toBe('image/png')
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 300, height: 100 })
  }
  expect(mail.html!.includes(accentIn('light', '#7a1f4b').accent)).toBe(brand === true)
  expect(mail.html!.includes('query=12+Mercer+Street')).toBe(brand === true)
  expect(mail.html!.includes('query=Maison')).toBe(place === true)

  const answers = mail.replyTo?.map(({ address }) => address)
  if (replyTo === 'contact') {
    expect(answers).toEqual([sent.contact])
    expect(unconfirmed.mails.get(kind)!.replyTo).toBeUndefined()
  } else if (replyTo === 'guest') expect(answers).toEqual([expect.stringMatching(/^guest/)])
  else expect(answers).toBeUndefined()
})
