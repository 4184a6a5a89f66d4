import { facesRequests, features, type Import, platform } from './tree.ts'

/** The compiler refuses what only one runtime has (server/tsconfig.json, web/tsconfig.json). */
const outsideWorld = /\b(Date\.now\(|new Date\(\)|Math\.random\(|fetch\(|performance\.|crypto\.|localStorage)/
const heavy = /^(#zod|contract\/(api|endpoint)\.ts|contract\/[^/]+\/(calls|schema)\.ts)$/

/** Features that may read the tables of `shopify`: the company shows its store's address, and erasure needs every table. */
const storeReaders = ['shopify', 'company', 'privacy']

const knowsFastify = (path: string) =>
  facesRequests(path) || path === 'server/app.ts' || /^server\/(platform\/http|test)\//.test(path)

export function checkDirection({ from, to }: Import): string[] {
  const [workspace, room = ''] = from.split('/')
  const [target, door = ''] = to.split('/')
  const wrong = (broken: boolean, rule: string) =>
    broken ? [`${from} imports ${to.replace('#', '')}: ${rule}`] : []
  const inServer = workspace === 'server' && target === 'server' && room !== 'test'
  return [
    ...wrong(
      workspace === 'contract' && target !== 'contract' && to !== '#zod',
      'contract imports zod alone',
    ),
    ...wrong(workspace === 'web' && target === 'server', 'web knows the contract alone'),
    ...wrong(
      workspace === 'practice-store' && /^(server|web)\//.test(to),
      'the practice store knows the contract alone',
    ),
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
    ...wrong(
      inServer &&
        features.includes(room) &&
        ((room !== 'shopify' && door === 'shopify') ||
          (to === 'server/platform/db/schema/shopify.ts' && !storeReaders.includes(room))),
      'features know of Shopify only server/platform/jobs/enqueue-operation.ts',
    ),
    ...wrong(
      workspace === 'server' && /^#@?fastify\b/.test(to) && !knowsFastify(from),
      'only routes, pages and http know Fastify',
    ),
    ...wrong(facesRequests(to) && from !== 'server/app.ts', 'only app.ts knows routes and pages'),
  ]
}

export function checkText(path: string, text: string): string[] {
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
export function findHeavyVisitor(imports: Import[]): string[] {
  const visitor = imports.map(({ from }) => from).filter((path) => path.startsWith('web/visitor/'))
  return findWays(imports, visitor)
    .filter(([path]) => heavy.test(path))
    .map(([, way]) => `${way}: too heavy for the visitor's door`)
}

/** The server loads no code that is only for tests, such as fault scripts, directly or through other files. */
export function findTestCode(imports: Import[]): string[] {
  return findWays(imports, ['server/main.ts'])
    .filter(([path]) => /^(practice-store\/testing|server\/test)\//.test(path))
    .map(([, way]) => `${way}: the server runs without what is for tests`)
}

/** Every file or package that these files load at run time, each with a path of imports to it. */
function findWays(imports: Import[], starts: string[]): [path: string, way: string][] {
  const atRunTime = imports.filter(({ typeOnly }) => !typeOnly)
  const ways = new Map(starts.map((path) => [path, path]))
  for (const [path, way] of ways) {
    for (const { to } of atRunTime.filter(({ from }) => from === path))
      if (!ways.has(to)) ways.set(to, `${way} → ${to}`)
  }
  return [...ways]
}
