import { accentIn } from '@trunkshow/contract/company/rules.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Letter, LetterBrand } from './letter.tsx'

const brand = { name: 'Maison Vale', urlSlug: 'vale', logoUrl: null, accentColor: '#ffd700', address: '' }

test('a question keeps its own mark, a link says what it opens, and each theme has its accent', () => {
  const html = renderToStaticMarkup(
    createElement(
      LetterBrand,
      { value: { brand, publicUrl: '' } },
      createElement(Letter, {
        preview: 'Grace Okafor booked an appointment.',
        heading: 'New booking',
        facts: [
          ['Which style?', 'Sheath'],
          ['Dress size', '8'],
          ['Your venue', { label: 'View photo', href: 'https://shows.test/photo' }],
        ],
      }),
    ),
  )
  const lines = html.replace(/<[^>]+>/g, '')
  for (const line of ['Which style? Sheath', 'Dress size: 8', 'Your venue: View photo'])
    expect(lines).toContain(line)
  expect(html).toMatch(/<a href="https:\/\/shows.test\/photo"[^>]*>View photo/)
  expect(html).toContain(`.paper a{color:${accentIn('dark', '#ffd700').accent}!important;}`)
  expect(html).toContain(`style="color:${accentIn('light', '#ffd700').accent}"`)
})
