import { formatDate } from '@trunkshow/contract/dates.ts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import type { Snapshot } from '@trunkshow/contract/proposals/rules.ts'
import { getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { sendFullOrder } from '../../test/proposals.ts'

const app = startTestApp()

/** Points from the edges of a page: below is its foot; lines of columns are written side by side. */
const page = { left: 54, width: 504, foot: 60 }
const columns = [1, 0.8, 1 / 2, 1 / 3].map((part) => page.left + part * page.width)

const packed = (text: string) => text.replaceAll(/\s/g, '')

/** Returns the text of a PDF without spaces, as Mozilla's pdf.js reads it: in full, and each first column alone. */
async function readPdf(file: Uint8Array) {
  const pdf = await getDocumentProxy(new Uint8Array(file))
  const items: { str: string; x: number }[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items: found } = await (await pdf.getPage(number)).getTextContent()
    for (const item of found)
      if ('str' in item && item.transform[5] > page.foot) items.push({ ...item, x: item.transform[4] })
  }
  const texts = columns.map((end) =>
    packed(
      items
        .filter(({ x }) => x < end)
        .map(({ str }) => str)
        .join(''),
    ),
  )
  return { pages: pdf.numPages, has: (text: string) => texts.some((found) => found.includes(packed(text))) }
}

/** Every text in a value with where it is, whatever its depth. */
const valuesIn = (value: unknown, path = ''): [path: string, text: string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) => valuesIn(part, `${path}/${key}`))
    : [[path, String(value)]]

/** A value as it is written on paper. */
const written: [path: RegExp, write: (text: string) => string][] = [
  [/amount$|subtotal$|total$|deposit$/, formatMoney],
  [/expiresOn$/, formatDate],
  [/form$/, (form) => form.replace('/', ', version ')],
]

const sentence = 'Each gown is made to order, so that it can’t be taken back once its fabric is cut. '

test('has every value of a proposal as text, however long, over several pages', async () => {
  const sent = await sendFullOrder(app, {
    company: 'Maison Vale & the Daughters of Aurelia Featherstonehaugh, Dressmakers in Brooklyn since 1924',
    product: `Aurelie gown ${'Donaudampfschifffahrtsgesellschaft'.repeat(3)} with a train`,
    answer: `Ivory “column” gown, hem 59½ in\n\tback: low (8 in)\n${'W'.repeat(300)}\nДля Анны, για την Ελένη, cho Thị`,
    picture: 'A sketch of the front, seen from the left.jpg',
    terms: `${sentence.repeat(200)}\nNew York, NY: 5‑12 weeks, 100% in advance.`,
  })
  const { rawPayload } = await app.app.inject({ url: paths.customerOrderPdf(sent.token) })
  const pdf = await readPdf(rawPayload)
  expect(pdf.pages).toBeGreaterThan(3)
  const [stored] = await app.rows<{ snapshot: string; hash: string }>(
    'SELECT snapshot, hash FROM proposals WHERE order_id = $1',
    [sent.id],
  )
  const { format: _, ...snapshot }: Snapshot = JSON.parse(stored!.snapshot)
  const { lines, pictures, ...others } = snapshot.proposed
  // The file's name is how its picture is found, and no name that the customer knows.
  const shown = {
    ...snapshot,
    proposed: { ...others, lines, pictures: pictures.map(({ file: _, ...rest }) => rest) },
  }
  const values = valuesIn(shown)
  expect(values.length).toBeGreaterThan(40)
  const missing = values.filter(([path, value]) => {
    const write = written.find(([of]) => of.test(path))?.[1] ?? String
    return value !== 'null' && value !== '' && !pdf.has(write(value))
  })
  expect(missing.map(([path, value]) => `${path}: ${value.slice(0, 80)}`)).toEqual([])
  expect(pdf.has(stored!.hash)).toBe(true)
  expect(pdf.has('For staff alone')).toBe(false)
})
