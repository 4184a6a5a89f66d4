import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Config } from '../config.ts'

/** Timeouts of S3-compatible storage, in milliseconds; pictures are small. */
const timeouts = { connectionTimeout: 3000, requestTimeout: 10_000 }

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
    }),
  )
}

/** Writes files atomically, so that readers never see a part, and durably, so that they survive a power cut. */
class DurableFiles extends FSDriver {
  private readonly root: string
  constructor(root: string) {
    super({ location: root, visibility: 'private' })
    this.root = root
  }

  override async put(key: string, contents: string | Uint8Array) {
    const path = join(this.root, key)
    const draft = `${path}.${randomUUID()}`
    await mkdir(dirname(path), { recursive: true })
    try {
      await writeFile(draft, contents, { flush: true })
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }
}
