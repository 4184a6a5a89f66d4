import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { listEndpoints } from '@trunkshow/contract/api.ts'
import { nothingHere } from '@trunkshow/contract/errors.ts'
import { helpTopics, paths, urlOf } from '@trunkshow/contract/paths.ts'
import { screens } from '@trunkshow/contract/screens.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Marked } from 'marked'
import type { Config } from '../../../config.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { packageFolder } from '../../../package-folder.ts'
import { extendPolicy, hashSource } from './content-security-policy.ts'
import { filesOf, openVisitorRenderer, readManifest, sendPage, webRoot } from './visitor-pages.ts'

/** Serves the staff app and guest pages: the build, whose file names change with their content, or sources through Vite. */
export async function openWeb(app: FastifyInstance, config: Config) {
  if (config.development) return openSources(app, config)
  app.decorate('visitorRenderer', await openVisitorRenderer(config))
  for (const door of ['visitor', 'staff']) {
    await app.register(fastifyStatic, {
      root: join(webRoot, 'dist', door),
      prefix: `/assets/${door}/`,
      decorateReply: false,
      index: false,
      dotfiles: 'ignore',
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
    })
  }
  const sendDocument = await openStaffDocuments()
  for (const page of staffPages) app.get(page.path, sendDocument(page))
}

/** Serves guest and staff pages from their sources, for `npm run dev`. Vite's middleware runs before all routes. */
async function openSources(app: FastifyInstance, config: Config) {
  const { createServer } = await import('vite')
  const open = (door: string) =>
    createServer({
      configFile: join(webRoot, `vite.${door}.config.ts`),
      configLoader: 'native', // bundling it writes a file, which would restart the server under `node --watch`
      server: { middlewareMode: true, hmr: { server: app.server, path: `/hmr-${door}` } },
      appType: 'custom',
    })
  const [visitor, staff] = await Promise.all([open('visitor'), open('staff')])
  app.addHook('onClose', () => Promise.all([visitor.close(), staff.close()]))
  app.decorate('visitorRenderer', await openVisitorRenderer(config, visitor))
  app.addHook('onRequest', async (request, reply) => {
    const { middlewares } = request.url.startsWith('/assets/staff/') ? staff : visitor
    reply.raw.once('finish', () => reply.hijack())
    await new Promise<void>((next) => middlewares(request.raw, reply.raw, () => next()))
  })
  const shell = await readFile(join(webRoot, 'staff/index.html'), 'utf8')
  for (const { path } of staffPages) {
    app.get(path, async (request, reply) =>
      reply.type('text/html').send(await staff.transformIndexHtml(request.url, shell)),
    )
  }
}

/** Serves the service worker of the desk. Its address limits it to pages of the desk (decision 057). */
export function deskWorker(app: FastifyInstance) {
  app.get(paths.deskWorker(), async (_, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await readFile(join(webRoot, 'dist/staff/desk-worker.js'))),
  )
}

const docs = join(packageFolder, '../docs')

/** Other documents are only in the repository, so they are named, not linked. */
const markdown = new Marked({
  renderer: {
    link({ tokens }) {
      return `<code>${this.parser.parseInline(tokens)}</code>`
    },
  },
})

/** Serves the help: the pages of `docs/for-*.md`, so that it works without the network. */
export function helpPages(app: FastifyInstance) {
  app.get<{ Params: { topic: string } }>(paths.help(':topic'), async (request, reply) => {
    const topic = helpTopics.find((topic) => topic === request.params.topic)
    if (!topic) throw nothingHere()
    const html = await markdown.parse(await readFile(join(docs, `for-${topic}.md`), 'utf8'))
    return sendPage(request, reply, { page: 'help', topic, html, version: packageJson.version })
  })
}

/** Serves the pictures that these pages show, under the addresses they name. */
export async function helpPictures(app: FastifyInstance) {
  await app.register(fastifyStatic, {
    root: join(docs, 'screenshots'),
    prefix: paths.help('screenshots/'),
    decorateReply: false,
    index: false,
    maxAge: '1h',
  })
}

/** How long the document waits for its answers. Calls without one are made by the app. */
const TIMEOUT_MS = 1000

/** What the app reads of an answer. The session's cookie is not among it: scripts must not see that. */
const headersRead = ['content-type', 'link', 'x-total-count']

/**
 * Reads the build of the staff app.
 *
 * @returns a function that makes the handler of a page: it sends the document with links to the files of the page, and
 *   with the answers to its first calls, so everything arrives at once (decision 040)
 */
async function openStaffDocuments() {
  const html = await readFile(join(webRoot, 'dist/staff/index.html'), 'utf8')
  const themeScript = hashSource(/<script>(.*?)<\/script>/s.exec(html)![1]!)
  const manifest = await readManifest('staff')
  return ({ code, urls }: StaffPage) => {
    const files = new Set(code.flatMap((module) => filesOf(manifest, module)))
    const links = [...files].filter((file) => !html.includes(file)).map(linkTo)
    const [start, end] = html.replace('</head>', `${links.join('')}</head>`).split('</body>')
    return async (request: FastifyRequest<{ Params: Texts; Querystring: Texts }>, reply: FastifyReply) => {
      const addresses = request.method === 'GET' ? urls(request.params, request.query) : []
      const answers = JSON.stringify(await collectAnswers(request, reply, addresses))
      extendPolicy(reply, 'script-src', [themeScript])
      // A browser must not store one user's data and show it to the next.
      reply.type('text/html; charset=utf-8').header('cache-control', 'private, no-store')
      return `${start}<script type="application/json" id="answers">${answers.replaceAll('<', '\\u003c')}</script></body>${end}`
    }
  }
}

/** Makes the calls of a page one after another, as its user, until one finds that there is none. */
async function collectAnswers(request: FastifyRequest, reply: FastifyReply, addresses: string[]) {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const headers = { ...request.headers, accept: 'application/json', 'accept-encoding': 'identity' }
  const remoteAddress = request.socket.remoteAddress
  const answers: object[] = []
  let cookie: string | string[] | undefined
  for (const url of addresses) {
    const call = { url, headers, signal, ...(remoteAddress && { remoteAddress }) }
    const answer = await request.server.inject(call).catch(() => undefined)
    if (!answer || answer.statusCode >= 500 || answer.statusCode === 429) continue
    cookie = answer.headers['set-cookie'] ?? cookie
    answers.push({
      address: url,
      status: answer.statusCode,
      headers: headersRead.flatMap((name) => (answer.headers[name] ? [[name, answer.headers[name]]] : [])),
      text: answer.payload,
    })
    if (answer.statusCode === 401) break
  }
  if (cookie) reply.header('set-cookie', cookie) // the session lives on
  return answers
}

function linkTo(file: string) {
  const kind = file.endsWith('.css') ? 'stylesheet' : 'modulepreload'
  return `<link rel="${kind}" crossorigin href="/assets/staff/${file}">\n`
}

type Texts = Record<string, string | undefined>

/** The modules of the staff app that show each page, by its path, unless the app begins with them (decision 071). */
const code: Record<string, string[]> = {
  [paths.auth()]: ['session/log-in/auth-page.tsx'],
  [paths.host()]: ['events/form/create-event-page.tsx'],
  [paths.staffHome()]: ['home/home-page.tsx'],
  [paths.events()]: ['events/list/events-page.tsx'],
  '/events/:id/edit': ['events/list/events-page.tsx', 'events/form/edit-event-dialog.tsx'],
  [paths.editEvent(':id')]: ['events/form/edit-event-page.tsx'],
  [paths.calendar()]: ['bookings/calendar/calendar-page.tsx'],
  [paths.bookings(':id')]: ['bookings/list/bookings-page.tsx'],
  [paths.runSheet(':id')]: ['bookings/run-sheet/run-sheet-page.tsx'],
  [paths.desk('offline')]: ['desk/desk-page.tsx'],
  [paths.desk(':id')]: ['desk/desk-page.tsx'],
  [paths.board()]: ['orders/making/board-page.tsx'],
  [paths.printOrders()]: ['orders/print/print-page.tsx'],
  [paths.customers()]: ['customers/customers-page.tsx'],
  [paths.customerHistory()]: ['people/customer-history-page.tsx'],
  [paths.products()]: ['products/products-page.tsx'],
  [paths.emails()]: ['emails/emails-page.tsx'],
  [paths.reports()]: ['reports/reports-page.tsx'],
  [paths.settings()]: ['company/settings-page.tsx'],
  [paths.settingsSection(':section')]: ['company/settings-page.tsx'],
  [paths.activity()]: ['activity/activity-page.tsx'],
  [paths.security()]: ['activity/security-page.tsx'],
  [paths.shopifyLog()]: ['shopify/shopify-log-page.tsx'],
  [paths.forgotPassword()]: ['session/log-in/forgot-password-page.tsx'],
  [paths.resetPassword(':token')]: ['session/log-in/reset-password-page.tsx'],
  [paths.invitation(':token')]: ['company/accept-page.tsx'],
  [paths.coHostInvitation(':token')]: ['events/co-hosts/co-host-page.tsx'],
}

const endpoints = new Map(listEndpoints().map(({ name, endpoint }) => [name, endpoint.path]))

/** The pages of the staff app, with what each document names and answers (decision 040). */
export const staffPages = screens.map(({ path, calls }) => ({
  path,
  code: code[path] ?? [],
  /** The URLs of its first calls, as the page writes them. */
  urls: (params: Texts, search: Texts) =>
    calls(params, search).map(({ name, query, params }) =>
      urlOf(endpoints.get(name)!, { ...params }, { ...query }),
    ),
}))

type StaffPage = (typeof staffPages)[number]
