import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import type { Paper } from './paper.ts'
import { type Face, inSeenOrder, joined, type Word, wordsOf } from './set-words.ts'

/** The colors of web/theme/tokens.css on white. */
const colors = { ink: '#1f1b16', soft: '#645c50', line: '#e4dccd' }

/** Points, 72 an inch; pages are US Letter. */
const PAGE = { width: 612, height: 792, margin: 54, foot: 48 }
const WIDTH = PAGE.width - 2 * PAGE.margin
const BOTTOM = PAGE.height - PAGE.margin - PAGE.foot / 2
const GAP = 12
/** The most of a row that is kept on one page. */
const MAX_KEPT = 200
const logoBox = { fit: [168, 54] as [number, number] }

interface Look {
  face: Face
  size: number
  leading: number
  color: string
}
const looks = {
  plain: { face: 'text', size: 9.5, leading: 14, color: colors.ink },
  soft: { face: 'text', size: 9, leading: 13, color: colors.soft },
  strong: { face: 'strong', size: 9.5, leading: 14, color: colors.ink },
  label: { face: 'strong', size: 8.5, leading: 14, color: colors.soft },
  name: { face: 'display', size: 20, leading: 23, color: colors.ink },
  title: { face: 'display', size: 30, leading: 33, color: colors.ink },
  headline: { face: 'display', size: 26, leading: 32, color: colors.ink },
} satisfies Record<string, Look>

/** Writes a document as a PDF, with as many pages as it takes. */
export async function writePdf(paper: Paper): Promise<Buffer> {
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: [paper.title, ...paper.about].join(', '), Creator: 'Trunkshow' },
  })
  const page = new Sheet(doc)
  await writeHead(page, paper)
  if (paper.headline) page.write([{ text: paper.headline, width: WIDTH, look: looks.headline }], GAP)
  writeFacts(page, paper.facts)
  for (const table of paper.tables) writeTable(page, table)
  page.writeFeet([paper.company?.name, paper.title, paper.about[0]].filter(Boolean).join(' · '))
  doc.end()
  return buffer(doc)
}

/** A text in its place of a row. */
interface Cell {
  text: string
  /** From the left margin. */
  x?: number
  width: number
  look: Look
  align?: 'right'
}

/** Where the next line of a document goes. */
class Sheet {
  readonly doc: PDFKit.PDFDocument
  y = PAGE.margin

  constructor(doc: PDFKit.PDFDocument) {
    this.doc = doc
  }

  /** Writes cells side by side, and goes on below the tallest, on further pages if need be. */
  write(cells: readonly Cell[], after = 0) {
    const columns = cells.map((cell) => ({
      cell,
      lines: cell.text.split('\n').flatMap((line) => this.#wrap(wordsOf(line, cell.look.face), cell)),
    }))
    const count = Math.max(...columns.map(({ lines }) => lines.length))
    const leading = Math.max(...cells.map(({ look }) => look.leading))
    this.keep(Math.min(count * leading, MAX_KEPT))
    for (let at = 0; at < count; at++) {
      this.keep(leading)
      for (const { cell, lines } of columns) this.#writeLine(lines[at] ?? [], cell, leading)
      this.y += leading
    }
    this.y += after
  }

  /** Begins a page unless so much fits on this one. */
  keep(height: number) {
    if (this.y + height <= BOTTOM) return
    this.doc.addPage()
    this.y = PAGE.margin
  }

  rule(color: string, thickness: number, x = 0) {
    this.doc
      .moveTo(PAGE.margin + x, this.y)
      .lineTo(PAGE.margin + WIDTH, this.y)
      .lineWidth(thickness)
      .stroke(color)
  }

  /** Names the document at the foot of each page, with the page's number. */
  writeFeet(name: string) {
    const { count } = this.doc.bufferedPageRange()
    for (let at = 0; at < count; at++) {
      this.doc.switchToPage(at)
      const look = looks.soft
      const [line = []] = this.#wrap(wordsOf(name, look.face), { text: name, width: WIDTH - 80, look })
      this.y = PAGE.height - PAGE.foot
      this.#writeLine(line, { text: '', width: WIDTH - 80, look }, look.leading)
      const number = wordsOf(`${at + 1} of ${count}`, look.face)
      this.#writeLine(number, { text: '', width: WIDTH, look, align: 'right' }, look.leading)
    }
  }

  #widthOf({ pieces }: Word, { size }: Look): number {
    return pieces.reduce((sum, { path, text }) => sum + this.doc.font(path, size).widthOfString(text), 0)
  }

  /** The lines that words take in a width; a word that is wider is divided. */
  #wrap(words: readonly Word[], { width, look }: Cell): Word[][] {
    const space = look.size / 4
    const lines: Word[][] = [[]]
    let left = width
    const queue = words.toReversed()
    for (let word = queue.pop(); word; word = queue.pop()) {
      const wide = this.#widthOf(word, look)
      const isFirst = lines.at(-1)!.length === 0
      if (wide + (isFirst ? 0 : space) <= left) {
        lines.at(-1)!.push(word)
        left -= wide + (isFirst ? 0 : space)
      } else if (!isFirst) {
        lines.push([])
        left = width
        queue.push(word)
      } else {
        const characters = word.pieces.flatMap((piece) => [...piece.text].map((text) => ({ ...piece, text })))
        const most = Math.max(1, Math.floor((characters.length * width) / wide) - 1)
        if (characters.length === 1) lines.at(-1)!.push(word)
        else
          for (let at = Math.floor((characters.length - 1) / most) * most; at >= 0; at -= most)
            queue.push({ ...word, pieces: joined(characters.slice(at, at + most)) })
      }
    }
    return lines
  }

  #writeLine(words: readonly Word[], { x = 0, width, look, align }: Cell, leading: number) {
    const { size, color } = look
    const space = size / 4
    const wide = words.reduce((sum, word) => sum + this.#widthOf(word, look) + space, -space)
    let at = PAGE.margin + x + (align ? width - wide : 0)
    const y = this.y + leading - size * 0.35
    for (const word of inSeenOrder(words)) {
      for (const { path, text } of word.pieces) {
        this.doc
          .font(path, size)
          .fillColor(color)
          .text(text, at, y, { lineBreak: false, baseline: 'alphabetic' })
        at += this.doc.widthOfString(text)
      }
      at += space
    }
  }
}

/** The company at the left, and at the right what the document is. */
async function writeHead(page: Sheet, { company, title, about }: Paper) {
  const half = WIDTH / 2
  const { logo } = company ?? {}
  if (logo) {
    const { default: sharp } = await import('sharp')
    const picture = sharp(logo.webp).resize(504, 162, { fit: 'inside', withoutEnlargement: true })
    const turned = logo.isLight ? picture.negate({ alpha: false }).modulate({ hue: 180 }) : picture
    page.doc.image(await turned.png().toBuffer(), PAGE.margin, page.y, logoBox)
  }
  const right = { x: half, width: half, align: 'right' as const }
  const top = page.y
  page.write([{ ...right, text: title, look: looks.title }])
  page.write([{ ...right, text: about.join('\n'), look: looks.plain }])
  const titleEnd = page.y
  page.y = top + (logo ? logoBox.fit[1] + GAP : 0)
  if (company) {
    page.write([{ text: company.name, width: half - GAP, look: looks.name }], 2)
    page.write([{ text: company.lines.join('\n'), width: half - GAP, look: looks.soft }])
  }
  page.y = Math.max(page.y, titleEnd) + GAP
  page.rule(colors.ink, 1.5)
  page.y += 2 * GAP
}

function writeFacts(page: Sheet, facts: Paper['facts']) {
  const width = WIDTH / facts.length
  const cells = facts.map((fact, at) => ({ ...fact, x: at * width, width: width - GAP }))
  page.write(cells.map(({ title, ...cell }) => ({ ...cell, text: title, look: looks.label })))
  page.write(
    cells.map(({ lines, ...cell }) => ({ ...cell, text: lines.join('\n'), look: looks.plain })),
    2 * GAP,
  )
}

function writeTable(page: Sheet, { title, widths, isNarrow, rows }: Paper['tables'][number]) {
  const width = isNarrow ? WIDTH * 0.45 : WIDTH
  const start = WIDTH - width
  page.keep(60)
  if (title) page.write([{ text: title, width, look: looks.label }], 2)
  for (const [at, { cells, look = 'plain' }] of rows.entries()) {
    if (look !== 'soft') {
      page.rule(at === 0 ? colors.ink : colors.line, 0.75, start)
      page.y += 5
    }
    const columns = cells.map((text, at) => {
      const before = widths.slice(0, at).reduce((sum, part) => sum + part, 0)
      const align = at === cells.length - 1 ? ('right' as const) : undefined
      return {
        ...{ text, look: looks[look], align, x: start + before * width },
        width: widths[at]! * width - (align ? 0 : GAP),
      }
    })
    page.write(columns, 4)
  }
  page.rule(colors.line, 0.75, start)
  page.y += 2 * GAP
}
