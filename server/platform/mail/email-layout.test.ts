import { randomBytes } from 'node:crypto'
import { accentIn } from '@trunkshow/contract/company/rules.ts'
import { imageUrl, logoTones } from '@trunkshow/contract/images.ts'
import { type ComponentProps, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { blank } from '../../test/pictures.ts'
import { pictureKey } from '../files/in-turn.ts'
import { log } from '../log/log.ts'
import { EmailLayout, type Fact } from './email-layout.tsx'
import { readEmailLogo } from './email-logo.ts'

const brand = {
  ...{ name: 'Maison Vale', urlSlug: 'vale', logoUrl: null },
  ...{ accentColor: '#ffd700', address: '' },
}

function render(branding: ComponentProps<typeof EmailLayout>['branding'], facts: Fact[]) {
  const action = { label: 'See it', href: 'https://shows.test/it' }
  const email = { subject: 'New booking', preview: 'Grace Okafor booked.', lead: 'It is new.', facts, action }
  return renderToStaticMarkup(createElement(EmailLayout, { ...email, branding }))
}

test('a logo has its dimensions, which give way to its text where no picture is shown', () => {
  const logo = { url: '/uploads/images/4f/96.png', width: 48, height: 24 }
  const html = render({ brand, logo, publicUrl: 'https://shows.test' }, [])
  expect(html).toContain(
    '<img src="https://shows.test/uploads/images/4f/96.png" alt="Maison Vale" width="48" height="24" class="logo"',
  )
  // Programs that read no media queries, such as Outlook, keep the dimensions.
  expect(html).toContain('<style>@media screen{.logo{width:auto;height:auto;aspect-ratio:auto}}')
  expect(html.match(/>Maison Vale</g)).toHaveLength(1) // at the end
  // One that is not wide has the name beside it, and so has none at all.
  const square = { ...logo, width: 24 }
  for (const head of [
    render({ brand, logo: square, publicUrl: '' }, []),
    render({ brand, publicUrl: '' }, []),
  ])
    expect(head.slice(0, head.indexOf('<h1'))).toMatch(/>Maison Vale<\/td>/)
  expect(render({ brand, logo: square, publicUrl: '' }, [])).toContain('alt="" width="24"')
  expect(render({ brand, publicUrl: '' }, [])).not.toContain('<img')
})

test('in the dark, a logo that can be read there has no white ground', () => {
  const inTheDark = (tone: string) => {
    const html = render({ brand: { ...brand, logoUrl: `${imageUrl('4f', 384)}${tone}` }, publicUrl: '' }, [])
    return /dark\){.*?\.logo{(.*?)}/.exec(html)![1]
  }
  const turned = 'filter:invert(1) hue-rotate(180deg)!important;'
  expect(inTheDark('#dark')).toBe(turned)
  expect(inTheDark('#white')).toBe(`${turned}mix-blend-mode:screen!important;`)
  for (const tone of ['', ...logoTones.map((tone) => `#${tone}`)])
    expect(inTheDark(tone)).not.toContain('white')
})

test('the banner of the event is at most 160 pixels high, in a format that every program shows', () => {
  const email = { subject: 'New', preview: 'New', lead: 'It is new.' }
  const bannerUrl = '/uploads/images/4f/1920.webp'
  const html = (branding: ComponentProps<typeof EmailLayout>['branding']) =>
    renderToStaticMarkup(createElement(EmailLayout, { ...email, branding, bannerUrl }))
  expect(html({ brand, publicUrl: 'https://shows.test' })).toMatch(
    /<img src="https:\/\/shows\.test\/uploads\/images\/4f\/960\.jpg" alt="" [^>]*max-height:160px/,
  )
  expect(html(undefined)).not.toContain('<img')
})

test('a question keeps its own mark, a link says what it opens, and each theme has its accent', () => {
  const html = render({ brand, publicUrl: '' }, [
    ['Which style?', 'Sheath'],
    ['Dress size', '8'],
    ['Your venue', { label: 'View photo', href: 'https://shows.test/photo' }],
  ])
  const lines = html.replace(/<[^>]+>/g, '')
  for (const line of ['Which style? Sheath', 'Dress size: 8', 'Your venue: View photo'])
    expect(lines).toContain(line)
  expect(html).toMatch(/<a href="https:\/\/shows.test\/photo"[^>]*>View photo/)
  expect(html).toContain(`.paper a{color:${accentIn('dark', '#ffd700').accent}!important;}`)
  expect(html).toContain(`style="color:${accentIn('light', '#ffd700').accent}"`)
})

test('Outlook gets the width of the frame, and the padding of the button in its cell', () => {
  const html = render({ brand, publicUrl: '' }, [])
  expect(html).toContain('<!--[if mso]><style>.sheet{width:520px}</style><![endif]-->')
  expect(html).toMatch(
    /<td class="button" style="[^"]*mso-padding-alt:12px 20px"><a href="https:\/\/shows.test\/it"/,
  )
})

const app = startTestApp()

/** Stores the widest version of a logo. */
async function storeLogo(content: Buffer, width: number) {
  const hash = randomBytes(16).toString('hex')
  await app.files.put(pictureKey(hash, width), content)
  return { hash, logoUrl: imageUrl(hash, width) }
}

test.each([
  { is: 'square', size: [384, 384], shown: [48, 48], version: 96 },
  { is: 'wide', size: [384, 96], shown: [192, 48], version: 384 },
  { is: 'very wide', size: [384, 40], shown: [200, 21], version: 384 },
  { is: 'a line', size: [384, 1], shown: [200, 1], version: 384 },
  { is: 'tall', size: [384, 768], shown: [24, 48], version: 96 },
  { is: 'narrower than a sharp one', size: [150, 60], shown: [120, 48], version: 150 },
  { is: 'small', size: [30, 20], shown: [30, 20], version: 30 },
] as const)('a logo that is $is keeps its shape in an email', async ({ size, shown, version }) => {
  const [width, height] = size
  const files = [
    await blank(width, height).webp().toBuffer(),
    await blank(width, height).webp({ lossless: true }).toBuffer(),
    await blank(width, height).ensureAlpha(0.5).webp().toBuffer(),
  ]
  for (const content of files) {
    const { hash, logoUrl } = await storeLogo(content, width)
    const logo = { url: imageUrl(hash, version, 'png'), width: shown[0], height: shown[1] }
    expect(await readEmailLogo(app.files, logoUrl)).toEqual(logo)
    // It is remembered: an email does not wait for the storage again.
    await app.files.delete(pictureKey(hash, width))
    expect(await readEmailLogo(app.files, logoUrl)).toEqual(logo)
  }
})

test('an email goes without a logo that cannot be read, until it can', async () => {
  const told = vi.spyOn(log, 'error').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  const { hash, logoUrl } = await storeLogo(Buffer.from('no picture'), 96)
  expect(await readEmailLogo(app.files, logoUrl)).toBeUndefined()
  await app.files.delete(pictureKey(hash, 96))
  expect(await readEmailLogo(app.files, logoUrl)).toBeUndefined()
  expect(told).toHaveBeenCalledTimes(2)
  await app.files.put(pictureKey(hash, 96), await blank(96, 96).webp().toBuffer())
  expect(await readEmailLogo(app.files, logoUrl)).toMatchObject({ width: 48, height: 48 })
  for (const none of [null, 'https://elsewhere.test/logo.png'])
    expect(await readEmailLogo(app.files, none)).toBeUndefined()
})
