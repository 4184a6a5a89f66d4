import { accentIn } from '@trunkshow/contract/company/rules.ts'
import { type ComponentProps, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Fact, Letter, LetterBrand } from './letter.tsx'

const brand = { name: 'Maison Vale', urlSlug: 'vale', logoUrl: null, accentColor: '#ffd700', address: '' }

function render(value: ComponentProps<typeof LetterBrand>['value'], facts: Fact[]) {
  const action = { label: 'See it', href: 'https://shows.test/it' }
  const letter = createElement(Letter, {
    preview: 'Grace Okafor booked.',
    heading: 'New booking',
    facts,
    action,
  })
  return renderToStaticMarkup(createElement(LetterBrand, { value }, letter))
}

test('a logo has its dimensions, which give way to its text where no picture is shown', () => {
  const logo = { url: '/uploads/images/4f/96.png', width: 48, height: 24 }
  const html = render({ brand, logo, publicUrl: 'https://shows.test' }, [])
  expect(html).toContain(
    '<img src="https://shows.test/uploads/images/4f/96.png" alt="Maison Vale" width="48" height="24" class="logo"',
  )
  // Programs that read no media queries, such as Outlook, keep the dimensions.
  expect(html).toContain('<style>@media screen{.logo{width:auto;height:auto;aspect-ratio:auto}}')
  expect(render({ brand, publicUrl: '' }, [])).not.toContain('<img')
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
