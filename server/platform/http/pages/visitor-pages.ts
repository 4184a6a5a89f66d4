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
import { extendPolicy, frameOf, hashSource } from './content-security-policy.ts'

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

/** The entries of a build's manifest by source, such as `orders/list/orders-page.tsx`. */
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

export const webRoot = join(packageFolder, '../web')
const dist = pathToFileURL(join(webRoot, 'dist/'))
const entryOf = (page: string) => `visitor/entry-${page}.tsx`

/**
 * Loads the guest pages' build, the only import from `web/` (docs/architecture.md, Conventions), and its hashes.
 *
 * @param vite renders from source through it, for `npm run dev`, where pages have no policy
 */
export async function openVisitorRenderer({ publicUrl }: Config, vite?: ViteDevServer) {
  const load = async (): Promise<VisitorBuild> =>
    vite
      ? ((await vite.ssrLoadModule('/visitor/entry-server.tsx')) as VisitorBuild)
      : import(new URL('visitor-server/entry-server.js', dist).href)
  const assets = { ...(vite ? sourceAssets : await readAssets()), publicUrl }
  const { pageScript, frameScript } = vite ? { pageScript: '', frameScript: '' } : await load()
  return {
    async render(document: VisitorDocument) {
      const html = (await load()).renderVisitorPage(document, assets)
      return vite ? vite.transformIndexHtml('/', html.replace('</head>', `${sourceStyles}</head>`)) : html
    },
    scriptHash: hashSource(pageScript),
    /** Of the script that embedded pages have besides. */
    frameScriptHash: hashSource(frameScript),
    /** The script for hosts' sites. */
    readEmbedScript: async () => (await load()).embedScript,
    styleHash: hashSource(assets.css),
  }
}

export type VisitorRenderer = Awaited<ReturnType<typeof openVisitorRenderer>>

const sourceStyles = '<script type="module" src="/visitor/entry-development.ts"></script>'
const sourceAssets = {
  css: '',
  scriptsOf: (page: string) => (existsSync(join(webRoot, entryOf(page))) ? [`/${entryOf(page)}`] : []),
}

async function readAssets() {
  const [manifest, styles] = await Promise.all([readManifest('visitor'), readManifest('visitor-server')])
  return {
    css: await readFile(new URL(`visitor-server/${styles['style.css']!.file}`, dist), 'utf8'),
    /** The script of a page, first, and what it imports; none for a page that needs no script. */
    scriptsOf: (page: string) =>
      entryOf(page) in manifest
        ? filesOf(manifest, entryOf(page)).map((file) => `/assets/visitor/${file}`)
        : [],
  }
}

export async function readManifest(build: string): Promise<Manifest> {
  return JSON.parse(await readFile(new URL(`${build}/.vite/manifest.json`, dist), 'utf8'))
}

/** The files of a module and of all that it imports. */
export function filesOf(manifest: Manifest, module: string, seen = new Set<string>()): string[] {
  if (seen.has(module)) return []
  seen.add(module)
  const { file, css = [], imports = [] } = manifest[module]!
  return [file, ...css, ...imports.flatMap((other) => filesOf(manifest, other, seen))]
}

/**
 * Sends a guest page. Browsers must not store it, except after a post: going back would show an error page of theirs.
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
  const embedded = frameOf(request)
  const document = { content, signedIn, ...(brand && { brand }), ...(embedded && { embedded }) }
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
