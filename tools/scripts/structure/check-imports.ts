import { posix } from 'node:path'
import { features, platform } from './check-names.ts'

interface Import {
  from: string
  /** A path in the tree, or `#package`. */
  to: string
  /** `import type`, which is removed at run time. */
  typeOnly: boolean
}

function readImports(from: string, text: string): Import[] {
  const statement =
    /(?<!['"])\b(?:import|export)(\s+type)?\b\s*(?:[\w\s{},*$]*\bfrom\s*|\(\s*)?['"]([^'"]+)['"]/g
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

/** Whether a file is a server feature's `routes.ts` or `pages.ts`, which may combine other features. */
const facesRequests = (path: string) => /^server\/[^/]+\/(routes|pages)\.ts$/.test(path)

/** The compiler refuses what only one runtime has (server/tsconfig.json, web/tsconfig.json). */
const outsideWorld = /\b(Date\.now\(|new Date\(\)|Math\.random\(|fetch\(|performance\.|crypto\.|localStorage)/
const heavy = /^(#zod|contract\/(api|endpoint)\.ts|contract\/[^/]+\/(calls|schema)\.ts)$/

/** Features that may read the tables of `shopify`: the company shows its store's address, and erasure needs every table. */
const storeReaders = ['shopify', 'company', 'privacy']

const knowsFastify = (path: string) =>
  facesRequests(path) || path === 'server/app.ts' || /^server\/(platform\/http|test)\//.test(path)

function checkDirection({ from, to }: Import): string[] {
  const [workspace, room = ''] = from.split('/')
  const [target, door = ''] = to.split('/')
  const inServer = workspace === 'server' && target === 'server' && room !== 'test'
  const broken = {
    'contract imports zod alone': workspace === 'contract' && target !== 'contract' && to !== '#zod',
    'web knows the contract alone': workspace === 'web' && target === 'server',
    'the practice store knows the contract alone':
      workspace === 'practice-store' && /^(server|web)\//.test(to),
    'guest and staff pages share web/theme alone':
      (room === 'visitor' && to.startsWith('web/staff/')) ||
      (room === 'staff' && to.startsWith('web/visitor/')),
    'ui and api know no feature':
      /^web\/staff\/(ui|api)\//.test(from) && features.includes(to.split('/')[2]!),
    'the platform knows no feature': inServer && platform.includes(room) && features.includes(door),
    'only main.ts looks up': inServer && from.split('/').length > 2 && /^(app|main|worker)\.ts$/.test(door),
    'features know of Shopify only server/platform/jobs/enqueue-operation.ts':
      inServer &&
      features.includes(room) &&
      ((room !== 'shopify' && door === 'shopify') ||
        (to === 'server/platform/db/schema/shopify.ts' && !storeReaders.includes(room))),
    'only routes, pages and http know Fastify':
      workspace === 'server' && /^#@?fastify\b/.test(to) && !knowsFastify(from),
    'only app.ts knows routes and pages': facesRequests(to) && from !== 'server/app.ts',
  }
  return Object.entries(broken).flatMap(([rule, isBroken]) =>
    isBroken ? `${from} imports ${to.replace('#', '')}: ${rule}` : [],
  )
}

function checkText(path: string, text: string): string[] {
  if (path.startsWith('contract/')) {
    const reached = outsideWorld.exec(text)
    return reached ? [`${path} uses ${reached[1]}: contract has no clock, environment or I/O`] : []
  }
  const namesWeb =
    path.startsWith('server/') &&
    path !== 'server/platform/http/pages/visitor-pages.ts' &&
    /['"`]([^'"`\n]*\/)?web\//.test(text)
  const asksForZone = /^(server|tools\/demo)\//.test(path) && /\bat time zone (?!'UTC')/i.test(text)
  return [
    ...(namesWeb ? [`${path} names web/: server/platform/http/pages/visitor-pages.ts alone loads it`] : []),
    ...(asksForZone
      ? [`${path} asks PostgreSQL for a time zone: instant_of and wall_clock know them all`]
      : []),
  ]
}

/** The guest pages load neither zod nor a schema (docs/product.md, Guest and staff pages), directly or through other files. */
function findHeavyVisitor(imports: Import[]): string[] {
  const visitor = imports.map(({ from }) => from).filter((path) => path.startsWith('web/visitor/'))
  return findWays(imports, visitor)
    .filter(([path]) => heavy.test(path))
    .map(([, way]) => `${way}: too heavy for the visitor's door`)
}

/** The server loads no code that is only for tests, such as fault scripts, directly or through other files. */
function findTestCode(imports: Import[]): string[] {
  return findWays(imports, ['server/main.ts'])
    .filter(([path]) => /^(practice-store\/testing|server\/test)\//.test(path))
    .map(([, way]) => `${way}: the server runs without what is for tests`)
}

/** Every file or package that these files load at run time, each with a path of imports to it. */
const findWays = (imports: Import[], starts: string[]) =>
  followImports(targetsOf(imports.filter(({ typeOnly }) => !typeOnly)), starts)

function targetsOf(imports: Pick<Import, 'from' | 'to'>[]) {
  const targets = new Map<string, string[]>()
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to])
  return targets
}

/** What these files import, directly or through others: each with its shortest way. */
function followImports(targets: Map<string, string[]>, starts: string[]): [path: string, way: string][] {
  const ways = new Map(starts.map((path) => [path, path]))
  for (const [path, way] of ways)
    for (const to of targets.get(path) ?? []) if (!ways.has(to)) ways.set(to, `${way} → ${to}`)
  return [...ways]
}

/** Features of one workspace that import each other at run time. */
function findFeatureCycles(workspace: string, imports: Import[]): string[] {
  const featureOf = (path: string) => features.find((feature) => path.startsWith(`${workspace}/${feature}/`))
  const between = imports.flatMap(({ from, to, typeOnly }) => {
    const [one, other] = [featureOf(from), featureOf(to)]
    return one && other && one !== other && !typeOnly && !facesRequests(from)
      ? [{ from: one, to: other }]
      : []
  })
  return findCycles(between, features).map((cycle) => `${workspace}: ${cycle}`)
}

/** What imports itself through others. Each cycle is reported once, at its shortest, from its first start. */
function findCycles(imports: Pick<Import, 'from' | 'to'>[], starts: string[]): string[] {
  const targets = targetsOf(imports)
  const reported = new Set<string>()
  return starts.flatMap((start) => {
    if (reported.has(start)) return []
    const back = followImports(targets, [start]).find(([path]) => targets.get(path)?.includes(start))
    for (const step of back?.[1].split(' → ') ?? []) reported.add(step)
    return back ? [`${back[1]} → ${start} is a cycle`] : []
  })
}

/** Checks the direction of imports, what they load, and cycles. */
export function checkImports(texts: readonly (readonly [path: string, text: string])[]): string[] {
  const imports = texts.flatMap(([path, text]) => readImports(path, text))
  return [
    ...imports.flatMap(checkDirection),
    ...texts.flatMap(([path, text]) => checkText(path, text)),
    ...findHeavyVisitor(imports),
    ...findTestCode(imports),
    ...['contract', 'server', 'web/staff'].flatMap((workspace) => findFeatureCycles(workspace, imports)),
    ...findCycles(imports, texts.map(([path]) => path).sort()),
  ]
}
