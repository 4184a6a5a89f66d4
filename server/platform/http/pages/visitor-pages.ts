import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { accentStyle, type Brand } from '@trunkshow/contract/company/rules.ts'
import type { AppError } from '@trunkshow/contract/errors.ts'
import type { VisitorDocument, VisitorPage } from '@trunkshow/contract/visitor-page.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ViteDevServer } from 'vite'
import type { Config } from '../../../config.ts'
import { packageFolder } from '../../../package-folder.ts'
import { extendPolicy, hashSource, isEmbedded } from './content-security-policy.ts'

/** What the build of `web/visitor/entry-server.tsx` exports. */
interface VisitorBuild {
  renderVisitorPage: (
    document: VisitorDocument,
    assets: { css: string; scriptsOf: (page: string) => string[]; publicUrl: string },
  ) => string
  pageScript: string
  frameScript: string
  embedScript: string
}

interface ManifestEntry {
  file: string
  imports?: string[]
}

export const webRoot = join(packageFolder, '../web')
const dist = pathToFileURL(join(webRoot, 'dist/'))
const entryOf = (page: string) => `visitor/entry-${page}.tsx`

/** Renders guest pages and knows the hashes of their inline script and style for the content security policy. */
export interface VisitorRenderer {
  render(document: VisitorDocument): Promise<string>
  scriptHash: string
  /** Of the script that embedded pages have besides. */
  frameScriptHash: string
  /** The script for hosts' sites. */
  readEmbedScript(): Promise<string>
  styleHash: string
}

/** Loads the guest pages' build: the only import from `web/` (docs/architecture.md, Conventions). */
export async function openVisitorRenderer(config: Config): Promise<VisitorRenderer> {
  const build: VisitorBuild = await import(new URL('visitor-server/entry-server.js', dist).href)
  const [manifest, styles] = await Promise.all(['visitor', 'visitor-server'].map(readManifest))
  const css = await readFile(new URL(`visitor-server/${styles!['style.css']!.file}`, dist), 'utf8')
  const assets = {
    css,
    scriptsOf: (page: string) => filesOf(manifest!, page).map((file) => `/assets/visitor/${file}`),
    publicUrl: config.publicUrl,
  }
  return {
    render: async (document) => build.renderVisitorPage(document, assets),
    scriptHash: hashSource(build.pageScript),
    frameScriptHash: hashSource(build.frameScript),
    readEmbedScript: async () => build.embedScript,
    styleHash: hashSource(css),
  }
}

async function readManifest(build: string): Promise<Record<string, ManifestEntry>> {
  return JSON.parse(await readFile(new URL(`${build}/.vite/manifest.json`, dist), 'utf8'))
}

/** The script of a page, first, and what it imports; none for a page that needs no script. */
function filesOf(manifest: Record<string, ManifestEntry>, page: string) {
  const files = new Set<string>()
  function add(source: string) {
    const { file, imports = [] } = manifest[source]!
    files.add(file)
    imports.forEach(add)
  }
  if (manifest[entryOf(page)]) add(entryOf(page))
  return [...files]
}

/** Renders from source through Vite, for `npm run dev`. */
export function openVisitorRendererInDevelopment(config: Config, vite: ViteDevServer): VisitorRenderer {
  const assets = {
    css: '',
    scriptsOf: (page: string) => (existsSync(join(webRoot, entryOf(page))) ? [`/${entryOf(page)}`] : []),
    publicUrl: config.publicUrl,
  }
  const styles = '<script type="module" src="/visitor/entry-development.ts"></script>'
  return {
    async render(document) {
      const build = (await vite.ssrLoadModule('/visitor/entry-server.tsx')) as VisitorBuild
      const html = build.renderVisitorPage(document, assets).replace('</head>', `${styles}</head>`)
      return vite.transformIndexHtml('/', html)
    },
    scriptHash: '',
    frameScriptHash: '',
    async readEmbedScript() {
      return ((await vite.ssrLoadModule('/visitor/entry-server.tsx')) as VisitorBuild).embedScript
    },
    styleHash: '',
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    visitorRenderer: VisitorRenderer
  }
}

/**
 * Sends a guest page. Browsers must not store it, since spots and bookings change, except for the answer to a post:
 * going back to that would otherwise show the browser's own error page.
 *
 * @param brand the looks of the page's company, if it has set any
 */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  content: VisitorPage,
  status = 200,
  brand?: Brand,
) {
  const signedIn = Boolean(request.ctx?.actor)
  const embedded = isEmbedded(request) && ({ embedded: true } as const)
  const document = { content, signedIn, ...(brand && { brand }), ...embedded }
  const html = await request.server.visitorRenderer.render(document)
  allowBrand(reply, brand)
  return sendHtml(request, reply, html, status)
}

/** Allows the inline style of a page in the company's color. */
export function allowBrand(reply: FastifyReply, brand: Brand | undefined) {
  if (brand?.accentColor) extendPolicy(reply, 'style-src', [hashSource(accentStyle(brand.accentColor))])
}

/** Sends a page that is already rendered. */
export function sendHtml(request: FastifyRequest, reply: FastifyReply, html: string | Buffer, status = 200) {
  const caching = request.method === 'POST' ? 'private, no-cache' : 'private, no-store'
  return reply.code(status).type('text/html; charset=utf-8').header('cache-control', caching).send(html)
}

/** Returns the page for an error. */
export function errorPage(error: AppError, request: FastifyRequest): VisitorPage {
  const url = request.routeOptions.url ?? ''
  if (error.code === 'not_found') return { page: 'not-found' }
  if (error.code === 'too_many') return { page: 'failed', message: error.message }
  if (url === '/') return { page: 'landing', events: null }
  if (url.endsWith('event/:idOrSlug')) {
    return { page: 'failed', message: 'Failed to load event details. Please try again later.' }
  }
  return { page: 'failed', message: error.message }
}
