import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '@trunkshow/contract/errors.ts'
import { imageMessages } from '@trunkshow/contract/images.ts'
import { type SQL, sql } from 'drizzle-orm'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { type Database, inTransaction } from '../db/transaction.ts'

/**
 * Limits of S3-compatible storage, in milliseconds: two attempts at one that hangs end before a browser gives up, after 15
 * seconds. Unless told to throw, the client only warns.
 */
const timeouts = {
  connectionTimeout: 2000,
  socketTimeout: 4000,
  requestTimeout: 10_000,
  throwOnRequestTimeout: true,
}

/** Opens the storage of uploaded files: DATA_DIR/uploads, or the bucket S3_BUCKET. */
export async function openFiles(config: Config): Promise<Disk> {
  if (!config.s3) return new Disk(new DurableFiles(join(config.dataDir, 'uploads')))
  // Loaded on demand: the S3 client has 22 MB of files.
  const { S3Driver } = await import('flydrive/drivers/s3')
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = config.s3
  return new Disk(
    new S3Driver({
      bucket,
      region,
      ...(endpoint && { endpoint, forcePathStyle: true }),
      credentials: { accessKeyId, secretAccessKey },
      // Works with every S3-compatible storage: no access lists and no Amazon checksums.
      supportsACL: false,
      visibility: 'private',
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: timeouts,
      maxAttempts: 2,
    }),
  )
}

/** Writes whole files only, and durably. */
class DurableFiles extends FSDriver {
  private readonly root: string
  constructor(root: string) {
    super({ location: root, visibility: 'private' })
    this.root = root
  }

  override put(key: string, contents: string | Uint8Array) {
    return writeDurably(join(this.root, key), contents)
  }
}

/** A full disk or quota, and flydrive's codes, which wrap whatever failed on a disk or in a bucket. */
const writeFailures = /^(ENOSPC|EDQUOT|E_CANNOT_WRITE_FILE)$/
const readFailures = /^E_CANNOT_(READ_FILE|CHECK_FILE_EXISTENCE|GET_METADATA)$/

const RETRY_AFTER_SECONDS = 30

/** Converts an error of a full disk or of storage that is away to 503 with Retry-After; null for any other error. */
export function toStorageError(error: unknown): AppError | null {
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') return null
  const message = writeFailures.test(code)
    ? imageMessages.notStored
    : readFailures.test(code)
      ? imageMessages.notRead
      : null
  return message && new AppError('unavailable', message, { retryAfter: RETRY_AFTER_SECONDS })
}

/** Lists the keys of all stored files below a folder, on disk or in a bucket; of all, if no folder is named. */
export async function* listFiles(files: Disk, folder = '/'): AsyncGenerator<string> {
  let paginationToken: string | undefined
  do {
    const list = await files.listAll(folder, {
      recursive: true,
      ...(paginationToken && { paginationToken }),
    })
    for (const { key } of list.objects as Iterable<{ key: string }>) yield key
    paginationToken = list.paginationToken
  } while (paginationToken)
}

/** Writes a file atomically and durably: no part is ever seen, and it survives a power cut. Makes its folder. */
export async function writeDurably(path: string, contents: string | Uint8Array, folderMode?: number) {
  const draft = `${path}.${randomUUID()}`
  await mkdir(dirname(path), { recursive: true, ...(folderMode && { mode: folderMode }) })
  try {
    await writeFile(draft, contents, { flush: true })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

const FILES_PER_BATCH = 1000

/**
 * Deletes files below a folder that no row names, except those of open transactions.
 *
 * @param find returns those of some keys that no row names
 * @param lock what transactions that store such files share until they end
 */
export async function removeUnreferenced(
  ctx: Pick<Context, 'db' | 'files'>,
  folder: string,
  find: (db: Database, keys: readonly string[]) => Promise<string[]>,
  lock: SQL,
): Promise<void> {
  const keys: string[] = []
  for await (const key of listFiles(ctx.files, folder)) keys.push(key)
  const unused: string[] = []
  for (let at = 0; at < keys.length; at += FILES_PER_BATCH)
    unused.push(...(await find(ctx.db, keys.slice(at, at + FILES_PER_BATCH))))
  if (unused.length === 0) return
  // All transactions that were open at the first look have ended once this lock is granted, and file names are never
  // reused.
  const still = await inTransaction(ctx, async ({ db }) => {
    await db.execute(sql`SELECT pg_advisory_xact_lock(${lock})`)
    return find(db, unused)
  })
  for (const key of still) await ctx.files.delete(key)
}
