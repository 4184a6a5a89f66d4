import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Config } from '../config.ts'

/** Milliseconds that S3-compatible storage has to connect and to answer; pictures are small. */
const timeouts = { connectionTimeout: 3000, requestTimeout: 10_000 }

/** Where uploaded files are kept: DATA_DIR/uploads, or a bucket where S3_BUCKET names one. */
export async function openFiles(config: Config): Promise<Disk> {
  if (!config.s3) return new Disk(new LastingFiles(join(config.dataDir, 'uploads')))
  // Loaded only where it is used: the client of S3 is 22 MB of files.
  const { S3Driver } = await import('flydrive/drivers/s3')
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = config.s3
  return new Disk(
    new S3Driver({
      bucket,
      region,
      ...(endpoint && { endpoint, forcePathStyle: true }),
      credentials: { accessKeyId, secretAccessKey },
      // What every S3-compatible storage knows: no access lists, no checksums of Amazon's own.
      supportsACL: false,
      visibility: 'private',
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: timeouts,
    }),
  )
}

/** Files that are there whole or not at all, also for who reads at that moment, and still after a power cut. */
class LastingFiles extends FSDriver {
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
