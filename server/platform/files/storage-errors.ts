import { AppError } from '@trunkshow/contract/errors.ts'
import { imageMessages } from '@trunkshow/contract/images.ts'

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
