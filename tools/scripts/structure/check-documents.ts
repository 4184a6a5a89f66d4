import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { listFiles } from './check-names.ts'

/** Where "cancelled" stays: names and values of stored data, calls and other systems, and texts that are quoted. */
const kept = [
  /['`,=]cancelled['`]|\bcancelled: ('bad'|'Cancelled'|\[\])/, // a status, and what is listed by status
  /\bcells\.cancelled\b|\bcancelled(?= \| Canceled \||: ('no'|z\.|(c|readC)anceled\b))/, // the field of imported orders
  /\b(booking|order)[._]cancelled(_notice)?\b|'cancelled order'/, // activities, email types, what an operation is about
  /\borders\/cancelled\b|\bcancelled(At|_at)\b|CANCELLED\b|\bCancelled at\b/, // Shopify and iCalendar
  /['`>]Cancelled['`<]|\bmarked Cancelled\b/, // the status on a badge, in a filter, and in a toast
  /\| Cancelled, Status\b/, // headings of imported bookings
  /\bBooking Cancelled( Successfully)?\b|\bhas been cancelled and the customer\b/,
]
const allKept = new RegExp(kept.map(({ source }) => source).join('|'), 'g')

/** All else is canceled, in US English, file names included (docs/differences.md, Pages and menus). */
function checkSpelling(root: string, path: string): string[] {
  if (!/\.(ts|tsx|mjs|css|md)$/.test(path) || path === 'tools/scripts/structure/check-documents.ts') return []
  const text = readFileSync(join(root, path), 'utf8').replace(allKept, ' ')
  const odd = /\w*cancell(ed|ing)\w*/i.exec(`${path} ${text}`)
  return odd ? [`${path} says ${odd[0]}: it is canceled, or canceling`] : []
}

function listDocuments(root: string): string[] {
  const inDocs = listFiles(root, 'docs').filter((path) => path.endsWith('.md'))
  const above = ['README.md', 'CONTRIBUTING.md'].filter((path) => existsSync(join(root, path)))
  return [...above, ...inDocs]
}

/** Links of a document lead to existing files, and tests named after one, `[file](…): *one name*, *another*`, are in it. */
function checkLinks(root: string, path: string): string[] {
  const links = /\]\((?![a-z]+:|#)([^)#]+)[^)]*\)((?:[:,] \*[^*]+\*)*)/g
  return [...readFileSync(join(root, path), 'utf8').matchAll(links)].flatMap(([, to, tests]) => {
    const target = join(root, posix.dirname(path), to!)
    if (!existsSync(target)) return [`${path} links to ${to}: it is not there`]
    return [...tests!.matchAll(/\*([^*]+)\*/g)]
      .filter(([, name]) => !readFileSync(target, 'utf8').includes(name!))
      .map(([, name]) => `${path} names a test that ${to} does not have: ${name}`)
  })
}

/** A path in backticks is that of a file or folder, or its end. `<feature>`, `…` and `*` stand for any name. */
function checkPaths(root: string, path: string, files: string[]): string[] {
  const folders = files.map((file) => posix.dirname(file))
  const isThere = (named: string) => {
    const pattern = named
      .replace(/\/$/, '')
      .replace(/[.()]/g, '\\$&')
      .replace(/<\w+>|…|\*/g, '[^/]+')
    const ending = new RegExp(`(^|/)${pattern}$`)
    const opening = new RegExp(`^${pattern}(/|$)`)
    return files.some((file) => ending.test(file)) || folders.some((folder) => opening.test(folder))
  }
  const inCode = [...readFileSync(join(root, path), 'utf8').matchAll(/`([^`\s]+)`/g)].map(([, text]) => text!)
  return inCode
    .filter((text) =>
      /^(contract|practice-store|server|web|e2e|bench|chaos|demo|scripts)\/|^[^.].*\.(tsx?|mjs|css|md)$/.test(
        text,
      ),
    )
    .filter((text) => !/^(web|server)\/dist$/.test(text) && !isThere(text))
    .map((text) => `${path} names ${text}: it is not there`)
}

/** Citations of documents that are not in the repository. */
const paper =
  /\u00a7|\bspec (booking|back-office)\b|(?<!\w)\(words\)|(?<!docs\/|\]\(|\[)\bshopify\.md|\bstyle(\.md| rule)/i

/** Citations such as `docs/product.md, Prices` or `decision 008` name headings and decisions that exist. */
function checkCitations(root: string, path: string): string[] {
  if (!/\.(ts|tsx|mjs|css|md)$/.test(path)) return []
  const text = readFileSync(join(root, path), 'utf8').replace(/\s*\n\s*(\*(?!\/)|\/\/)?\s*/g, ' ')
  const headings = [...text.matchAll(/\bdocs\/([a-z-]+\.md), (.{0,80})/g)]
    .filter(([, file, cited]) => !headingsOf(root, file!).some((heading) => isHeading(heading, cited!)))
    .map(([, file, cited]) => `${path} cites a heading that docs/${file} does not have: ${cited}`)
  const decisions = [...text.matchAll(/\bdecisions?[ /]\[?(\d{3}(?:(?:,|,? and) \d{3})*)/gi)]
    .flatMap(([, numbers]) => numbers!.match(/\d{3}/g)!)
    .filter(
      (number) => !listFiles(root, 'docs/decisions').some((file) => posix.basename(file).startsWith(number)),
    )
    .map((number) => `${path} cites decision ${number}: it is not there`)
  const papers = paper.exec(text)
  return [
    ...headings,
    ...decisions,
    ...(papers ? [`${path} cites what is not in the repository: ${papers[0]}`] : []),
  ]
}

function headingsOf(root: string, file: string): string[] {
  const path = join(root, 'docs', file)
  if (!existsSync(path)) return []
  return [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!)
}

/** Whether a citation names this heading, and not a longer one that begins with it. */
const isHeading = (heading: string, cited: string) =>
  cited.startsWith(heading) && !/^(\w| \w)/.test(cited.slice(heading.length))

/** Checks links and paths of documents, and citations and spelling in all files. */
export function checkDocuments(root: string, files: string[]): string[] {
  const documents = listDocuments(root)
  const all = [...files, ...documents]
  return [
    ...documents.flatMap((path) => [...checkLinks(root, path), ...checkPaths(root, path, all)]),
    ...all.flatMap((path) => [...checkCitations(root, path), ...checkSpelling(root, path)]),
  ]
}
