import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { accentStyle, type Brand } from '@trunkshow/contract/company/rules.ts'
import type { AppError } from '@trunkshow/contract/errors.ts'
import type { VisitorDocument, VisitorPage } from '@trunkshow/contract/visitor-page.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ViteDevServer } from 'vite'
import type { Config } from '../../config.ts'
import { packageFolder } from '../../package-folder.ts'
import { extendPolicy, hashSource } from './content-security-policy.ts'
import { isEmbedded } from './embedding.ts'

/** What the build of `web/visitor/entry-server.tsx` exports. */
interface VisitorBuild {
  renderVisitorPage: (
    document: VisitorDocument,
    assets: { css: string; script: string; publicUrl: string },
  ) => string
  themeScript: string
  frameScript: string
  embedScript: string
}

interface ManifestEntry {
  file: string
  css?: string[]
}

export const webRoot = join(packageFolder, '../web')
const dist = pathToFileURL(join(webRoot, 'dist/'))
const entry = 'visitor/entry-client.tsx'

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

/** Loads the visitor build: the only import from `web/` (docs/architecture.md, Rules of the house). */
export async function openVisitorRenderer(config: Config): Promise<VisitorRenderer> {
  const build: VisitorBuild = await import(new URL('visitor-server/entry-server.js', dist).href)
  const manifestFile = new URL('visitor/.vite/manifest.json', dist)
  const manifest: Record<string, ManifestEntry> = JSON.parse(await readFile(manifestFile, 'utf8'))
  const { file } = manifest[entry]!
  // Also those of pages whose code comes later, which are read before scripts run.
  const styles = new Set(Object.values(manifest).flatMap(({ css = [] }) => css))
  const sheets = await Promise.all(
    [...styles].map((name) => readFile(new URL(`visitor/${name}`, dist), 'utf8')),
  )
  const css = sheets.join('')
  const assets = { css, script: `/assets/visitor/${file}`, publicUrl: config.publicUrl }
  return {
    render: async (document) => build.renderVisitorPage(document, assets),
    scriptHash: hashSource(build.themeScript),
    frameScriptHash: hashSource(build.frameScript),
    readEmbedScript: async () => build.embedScript,
    styleHash: hashSource(css),
  }
}

/** Renders from source through Vite, for `npm run dev`. */
export function openVisitorRendererInDevelopment(config: Config, vite: ViteDevServer): VisitorRenderer {
  const assets = { css: '', script: `/${entry}`, publicUrl: config.publicUrl }
  return {
    async render(document) {
      const build = (await vite.ssrLoadModule('/visitor/entry-server.tsx')) as VisitorBuild
      return vite.transformIndexHtml('/', build.renderVisitorPage(document, assets))
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
