import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { paths } from '@trunkshow/contract/paths.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../../config.ts'
import { openStaffDocuments, staffPages } from './staff-documents.ts'
import { openVisitorRenderer, openVisitorRendererInDevelopment, webRoot } from './visitor-pages.ts'

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
  const sendDocument = await openStaffDocuments(join(webRoot, 'dist/staff'))
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
  app.decorate('visitorRenderer', openVisitorRendererInDevelopment(config, visitor))
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
