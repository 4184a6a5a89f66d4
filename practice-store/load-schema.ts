import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery } from 'graphql'

/** Shopify publishes its schema inside this package (ISC license). Only the files below are unpacked. */
const PACKAGE = '@shopify/dev-mcp@1.16.0'
const folder = join(dirname(findPackageJSON(import.meta.url)!), '../node_modules/.cache/trunkshow-shopify')

/** The pinned version, and the next one, which is `unstable` until Shopify names it. */
export const schemaVersions = ['2026-10', 'unstable'] as const
export type SchemaVersion = (typeof schemaVersions)[number]

const hashes: Record<SchemaVersion, string> = {
  '2026-10': 'f3b522f264556925eada700e795e4a002a9cba83444ebcc6c0d724254a0c6593',
  unstable: '09abd39c19075b0cfb4682f602f40353e167a2f551235b3a8948c3bdbd17ff92',
}

/** Shopify's schema could not be fetched; the message is for people. */
export class SchemaMissingError extends Error {
  constructor(cause: unknown) {
    super(
      `Shopify's schema could not be fetched: npm could not get the package ${PACKAGE}. The practice store and the tests of Shopify need it once; check that npm reaches its registry and try again.`,
      { cause },
    )
  }
}

/** A cached schema file with the right hash, gzipped; null if there is none. */
function readCached(version: SchemaVersion): Buffer | null {
  try {
    const file = readFileSync(join(folder, `admin_${version}.json.gz`))
    return createHash('sha256').update(file).digest('hex') === hashes[version] ? file : null
  } catch {
    return null
  }
}

/**
 * The schema of a version, as gzipped JSON. If it is not cached yet, npm fetches it from its configured registry.
 * Nothing of the package is installed or run.
 *
 * @throws SchemaMissingError if it cannot be fetched or has another hash
 */
export async function readSchemaFile(version: SchemaVersion): Promise<Buffer> {
  const cached = readCached(version)
  if (cached) return cached
  await fetchFiles().catch((error) => {
    throw new SchemaMissingError(error)
  })
  const fetched = readCached(version)
  if (!fetched) throw new SchemaMissingError('The files differ from what they should be.')
  return fetched
}

const run = promisify(execFile)

/** Unpacks into a new folder first, so that no other process reads half a file. */
async function fetchFiles() {
  mkdirSync(folder, { recursive: true })
  const draft = mkdtempSync(join(folder, 'fetching-'))
  try {
    const { stdout } = await npm(
      'pack',
      PACKAGE,
      '--silent',
      '--pack-destination',
      draft,
      '--fetch-retries=0',
    )
    const files = schemaVersions.map((version) => `package/dist/data/admin_${version}.json.gz`)
    await run('tar', ['xzf', stdout.trim(), 'package/LICENSE', ...files], { cwd: draft })
    for (const path of ['package/LICENSE', ...files])
      renameSync(join(draft, path), join(folder, path.split('/').at(-1)!))
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** How long npm may take, in milliseconds; callers wait for the schema for at most 20 seconds. */
const MAX_FETCH_MS = 18_000

/** Runs the npm that started this process, or else the system's. By itself it would try for minutes. */
function npm(...args: string[]) {
  const limit = { timeout: MAX_FETCH_MS }
  const script = process.env.npm_execpath
  if (script?.endsWith('.js')) return run(process.execPath, [script, ...args], limit)
  return run('npm', args, { ...limit, shell: process.platform === 'win32' })
}

export interface ShopifySchema {
  schema: GraphQLSchema
  /** The access scopes of a type or field, such as `Product` or `Mutation.orderCreate`; any one of them is enough. */
  scopes: Map<string, string[]>
}

interface SchemaFile {
  data: IntrospectionQuery
  offline_scopes: { items: { typeName: string; fieldName?: string; offlineScopes: string[] }[] }
}

const loaded = new Map<SchemaVersion, Promise<ShopifySchema>>()

/** Shopify's schema of a version, read once in each process. @throws SchemaMissingError */
export function loadSchema(version: SchemaVersion): Promise<ShopifySchema> {
  const loading = loaded.get(version) ?? readSchema(version)
  loaded.set(version, loading)
  loading.catch(() => loaded.delete(version)) // so that the next call tries again
  return loading
}

async function readSchema(version: SchemaVersion): Promise<ShopifySchema> {
  const { data, offline_scopes } = JSON.parse(
    gunzipSync(await readSchemaFile(version)).toString(),
  ) as SchemaFile
  const needed = offline_scopes.items.filter(({ offlineScopes }) => offlineScopes.length > 0)
  return {
    schema: buildClientSchema(data, { assumeValid: true }),
    scopes: new Map(
      needed.map(({ typeName, fieldName, offlineScopes }) => [
        fieldName ? `${typeName}.${fieldName}` : typeName,
        offlineScopes,
      ]),
    ),
  }
}
