/** What a machine can hold of docs/architecture.md, Rules of the house: the direction of imports, and names. */
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const features =
  'session company events slots bookings customers products customizations templates orders discounts shopify activity imports privacy'.split(
    ' ',
  )
const platform = 'db http jobs mail files test practice-store'.split(' ')

/** What a feature folder may hold on each floor. */
const vocabulary = {
  contract: /^((calls|schema|messages|rules)\.ts|[a-z-]+\.test\.ts)$/,
  server:
    /^([a-z]+(-[a-z]+)*\/)?((routes|queries|pages|jobs)\.ts|emails\.tsx|[a-z]+(-[a-z]+)+\.ts|[a-z-]+\.test\.tsx?)$/,
}
/** The edge of a feature, which may compose others: a page of an event also books. Nothing inside may need it. */
const facesRequests = /^server\/[^/]+\/(routes|pages)\.ts$/
const outsideWorld =
  /\b(process\.|Date\.now\(|new Date\(\)|Math\.random\(|fetch\(|performance\.|crypto\.|localStorage)/
const heavy = /^(#zod|contract\/(api|endpoint)\.ts|contract\/[^/]+\/(calls|schema)\.ts)$/

interface Import {
  from: string
  /** A path in the tree, or `#package`. */
  to: string
  /** `import type`: gone at run time. */
  typeOnly: boolean
}

/** @returns what is wrong in the tree, a line each */
export function checkStructure(root: string): string[] {
  const files = ['contract', 'server', 'web', 'e2e', 'chaos', 'bench', 'scripts'].flatMap((folder) =>
    listFiles(root, folder),
  )
  const sources = files.filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !/\.test\.tsx?$/.test(path))
  const texts = sources.map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)
  const imports = texts.flatMap(([path, text]) => readImports(path, text))
  return [
    ...files.flatMap(checkName),
    ...imports.flatMap(checkDirection),
    ...texts.flatMap(([path, text]) => checkText(path, text)),
    ...findHeavyVisitor(imports),
    ...['contract', 'server', 'web/staff'].flatMap((floor) => findCycles(floor, imports)),
    ...documents(root).flatMap((path) => checkDocument(root, path)),
    ...[...files, ...documents(root)].flatMap((path) => checkCitations(root, path)),
  ]
}

function documents(root: string): string[] {
  const inDocs = listFiles(root, 'docs').filter((path) => path.endsWith('.md'))
  const above = ['README.md', 'CONTRIBUTING.md'].filter((path) => existsSync(join(root, path)))
  return [...above, ...inDocs]
}

/** A document links to what is there, and tests it names, `[their file](…): *one name*, *another*`, are in that file. */
function checkDocument(root: string, path: string): string[] {
  const links = /\]\((?![a-z]+:|#)([^)#]+)[^)]*\)((?:[:,] \*[^*]+\*)*)/g
  return [...readFileSync(join(root, path), 'utf8').matchAll(links)].flatMap(([, to, tests]) => {
    const target = join(root, posix.dirname(path), to!)
    if (!existsSync(target)) return [`${path} links to ${to}: it is not there`]
    return [...tests!.matchAll(/\*([^*]+)\*/g)]
      .filter(([, name]) => !readFileSync(target, 'utf8').includes(name!))
      .map(([, name]) => `${path} names a test that ${to} does not have: ${name}`)
  })
}

/** How papers are cited that are not in the repository. */
const paper =
  /\u00a7|\bspec (booking|back-office)\b|(?<!\w)\(words\)|(?<!docs\/|\]\(|\[)\bshopify\.md|\bstyle(\.md| rule)/i

/** What a comment or a document cites, `docs/product.md, Prices` or `decision 008`, is in the repository. */
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

/** Whether what follows the name of a document is this heading, and not one that only begins like it. */
const isHeading = (heading: string, cited: string) =>
  cited.startsWith(heading) && !/^(\w| \w)/.test(cited.slice(heading.length))

function listFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !/^(node_modules|dist|migrations|\..*)$/.test(name))
    .flatMap((entry) =>
      entry.isDirectory() ? listFiles(root, `${folder}/${entry.name}`) : `${folder}/${entry.name}`,
    )
}

function readImports(from: string, text: string): Import[] {
  const statement = /\b(?:import|export)(\s+type)?\b\s*(?:[\w\s{},*$]*\bfrom\s*|\(\s*)?['"]([^'"]+)['"]/g
  return [...text.matchAll(statement)].map(([, type, name]) => {
    const ours = name!.replace(/^@trunkshow\//, '')
    const to = name!.startsWith('.')
      ? posix.join(posix.dirname(from), name!)
      : ours === name
        ? `#${name}`
        : ours
    return { from, to, typeOnly: Boolean(type) }
  })
}

function checkName(path: string) {
  const [floor, folder = '', ...rest] = path.split('/')
  const name = posix.basename(path)
  if (/^(index|utils?|helpers?|types|misc|common)\.(ts|tsx|mjs)$/.test(name))
    return [`${path}: name it after what it holds`]
  if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)+$/.test(name)) return [`${path}: names are written like-this`]
  if ((floor !== 'contract' && floor !== 'server') || !rest.length) return []
  if (floor === 'server' && platform.includes(folder)) return []
  if (!features.includes(folder)) return [`${path}: ${folder} is not a feature`]
  return vocabulary[floor].test(rest.join('/')) ? [] : [`${path}: not a name of a feature folder in ${floor}`]
}

function checkDirection({ from, to }: Import): string[] {
  const [floor, room = ''] = from.split('/')
  const [target, door = ''] = to.split('/')
  const wrong = (broken: boolean, rule: string) =>
    broken ? [`${from} imports ${to.replace('#', '')}: ${rule}`] : []
  const inServer = floor === 'server' && target === 'server' && room !== 'test'
  return [
    ...wrong(floor === 'contract' && target !== 'contract' && to !== '#zod', 'contract imports zod alone'),
    ...wrong(floor === 'web' && target === 'server', 'web knows the contract alone'),
    ...wrong(room === 'visitor' && to.startsWith('web/staff/'), 'the doors share web/theme alone'),
    ...wrong(room === 'staff' && to.startsWith('web/visitor/'), 'the doors share web/theme alone'),
    ...wrong(
      /^web\/staff\/(ui|api)\//.test(from) && features.includes(to.split('/')[2]!),
      'ui and api know no feature',
    ),
    ...wrong(inServer && platform.includes(room) && features.includes(door), 'the platform knows no feature'),
    ...wrong(
      inServer && from.split('/').length > 2 && /^(app|main|worker)\.ts$/.test(door),
      'only main.ts looks up',
    ),
    ...wrong(facesRequests.test(to) && from !== 'server/app.ts', 'only app.ts knows routes and pages'),
  ]
}

function checkText(path: string, text: string) {
  if (path.startsWith('contract/')) {
    const reached = outsideWorld.exec(text)
    return reached ? [`${path} uses ${reached[1]}: contract has no clock, environment or I/O`] : []
  }
  const namesWeb =
    path.startsWith('server/') &&
    path !== 'server/http/pages/visitor-pages.ts' &&
    /['"`]([^'"`\n]*\/)?web\//.test(text)
  return namesWeb ? [`${path} names web/: server/http/pages/visitor-pages.ts alone loads it`] : []
}

/**
 * The visitor's bundle carries neither zod nor a schema (docs/product.md, Two doors), by whatever way they could get
 * in.
 */
function findHeavyVisitor(imports: Import[]): string[] {
  const atRunTime = imports.filter(({ typeOnly }) => !typeOnly)
  const ways = new Map(
    imports.filter(({ from }) => from.startsWith('web/visitor/')).map(({ from }) => [from, from]),
  )
  for (const [path, way] of ways) {
    for (const { to } of atRunTime.filter(({ from }) => from === path))
      if (!ways.has(to)) ways.set(to, `${way} → ${to}`)
  }
  return [...ways]
    .filter(([path]) => heavy.test(path))
    .map(([, way]) => `${way}: too heavy for the visitor's door`)
}

function findCycles(floor: string, imports: Import[]): string[] {
  const featureOf = (path: string) => features.find((feature) => path.startsWith(`${floor}/${feature}/`))
  const follow = (way: string[]): string[] => {
    const next = imports
      .filter(
        ({ from, typeOnly }) => !typeOnly && !facesRequests.test(from) && featureOf(from) === way.at(-1),
      )
      .map(({ to }) => featureOf(to))
      .filter((feature) => feature && feature !== way.at(-1))
    return [...new Set(next)].flatMap((feature) => {
      if (feature === way[0]) return [`${floor}: ${[...way, feature].join(' → ')} is a cycle`]
      // Each cycle is told once, from its first feature on.
      return way.includes(feature!) || features.indexOf(feature!) < features.indexOf(way[0]!)
        ? []
        : follow([...way, feature!])
    })
  }
  return features.flatMap((feature) => follow([feature]))
}

if (realpathSync(process.argv[1]!) === fileURLToPath(import.meta.url)) {
  const problems = checkStructure(fileURLToPath(new URL('..', import.meta.url)))
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length ? 1 : 0
}
