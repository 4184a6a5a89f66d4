import { randomBytes } from 'node:crypto'
import { AppError } from '@trunkshow/contract/errors.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import { attachmentLimits } from '@trunkshow/contract/orders/rules.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Context, StaffContext } from '../../context.ts'
import { attachments } from '../../db/schema/orders.ts'
import type { PictureFormat } from '../../files/decoder/rewrite.ts'
import { NotPictureError } from '../../files/not-picture-error.ts'
import { rewritePicture } from '../../files/rewrite-picture.ts'
import { assertRoomFor } from '../../http/guards/quotas.ts'
import type { UploadedFile } from '../../http/uploads.ts'

/** What an order takes, by what the file holds, with the endings of its name; the first is given to files without. */
const kinds = {
  jpeg: { fileType: 'image/jpeg', endings: ['jpg', 'jpeg'] },
  png: { fileType: 'image/png', endings: ['png'] },
  gif: { fileType: 'image/gif', endings: ['gif'] },
  webp: { fileType: 'image/webp', endings: ['webp'] },
  pdf: { fileType: 'application/pdf', endings: ['pdf'] },
} as const satisfies Record<PictureFormat | 'pdf', object>

const MAX_NAME_CHARACTERS = 200

/** A file that was found to be one an order takes, ready to be stored under its name. */
export interface PreparedFile extends Pick<typeof attachments.$inferInsert, 'displayName' | 'fileType'> {
  /** Its own and never another's, so that storing it again stores the same. */
  filename: string
  content: UploadedFile
}

/** A file, and the form field it answers; null for one of the order itself. */
export interface Given {
  fieldId: string | null
  file: PreparedFile
}

/** Where a file of an order is stored. */
export function attachmentKey({ orderId, filename }: { orderId: number; filename: string }): string {
  return `orders/${orderId}/${filename}`
}

/**
 * Looks what files are, one after another, and rewrites pictures without what a camera or a program wrote beside
 * them (docs/product.md, Files). For before the transaction that stores them.
 *
 * @throws AppError invalid, naming the part of each that an order does not take; unavailable when too many pictures wait
 */
export async function prepareFiles(
  { actor }: StaffContext,
  files: readonly UploadedFile[],
): Promise<PreparedFile[]> {
  const prepared: PreparedFile[] = []
  const fields: Record<string, string> = {}
  for (const file of files) {
    const kind = await rewrite(actor.companyId, file).catch((error) => {
      if (!(error instanceof NotPictureError)) throw error
      fields[file.field] = error.sentence ?? orderMessages.attachmentNotAllowed
    })
    if (kind) prepared.push(named(file, kinds[kind]))
  }
  const [refusal] = Object.values(fields)
  if (refusal) throw new AppError('invalid', refusal, { fields })
  return prepared
}

async function rewrite(companyId: number, file: UploadedFile): Promise<keyof typeof kinds> {
  const start = await file.read(5)
  if (start.toString('latin1') === '%PDF-') return 'pdf'
  const { format, content } = await rewritePicture(companyId, file)
  await file.replace(content)
  return format
}

/** A name that ends otherwise would be opened by another program than the one for what the file holds. */
function named(file: UploadedFile, { fileType, endings }: (typeof kinds)[keyof typeof kinds]): PreparedFile {
  const [ending] = endings
  const name = Array.from(file.name).slice(0, MAX_NAME_CHARACTERS).join('') || 'file'
  const ends = endings.some((known) => name.toLowerCase().endsWith(`.${known}`))
  return {
    filename: `${randomBytes(16).toString('hex')}.${ending}`,
    fileType,
    displayName: ends ? name : `${name}.${ending}`,
    content: file,
  }
}

/**
 * Stores files of a locked order, in the transaction that has locked it.
 *
 * @returns the rows, as `given` is
 * @throws AppError conflict beyond `attachmentLimits`
 */
export async function storeAttachments(
  ctx: StaffContext,
  orderId: number,
  given: readonly Given[],
): Promise<(typeof attachments.$inferSelect)[]> {
  if (given.length === 0) return []
  const { db, actor } = ctx
  const ofOrder = and(eq(attachments.orderId, orderId), eq(attachments.companyId, actor.companyId))
  const stored = await db.$count(attachments, ofOrder)
  const { filesPerOrder } = attachmentLimits
  if (stored + given.length > filesPerOrder)
    throw new AppError('conflict', orderMessages.tooManyAttachments(filesPerOrder))
  return db
    .insert(attachments)
    .values(await putFiles(ctx, orderId, given))
    .returning()
}

/**
 * Puts files where they are served from, in the transaction that stores their rows: no row is seen before its file.
 * The lock, until that transaction ends, keeps a file from being taken for one that no row names. The transaction ends
 * with `assertWithinQuotas` of files and bytes.
 *
 * @returns the rows to store, as `given` is
 */
export async function putFiles(
  ctx: StaffContext,
  orderId: number,
  given: readonly Given[],
): Promise<(typeof attachments.$inferInsert)[]> {
  if (given.length === 0) return []
  const { db, files, actor } = ctx
  const { companyId } = actor
  const bytes = given.reduce((sum, { file }) => sum + file.content.size, 0)
  await assertRoomFor(ctx, companyId, { files: given.length, bytes })
  await db.execute(sql`SELECT pg_advisory_xact_lock_shared(${storing})`)
  const rows: (typeof attachments.$inferInsert)[] = []
  for (const { fieldId, file } of given) {
    const { content, ...columns } = file
    rows.push({ ...columns, companyId, orderId, fieldId, fileSize: content.size })
    try {
      await files.put(attachmentKey({ orderId, ...columns }), await content.read())
    } catch (error) {
      await Promise.all(rows.map(({ filename }) => removeFiles({ files }, orderId, filename)))
      throw error
    }
  }
  return rows
}

/** The key of the lock that storers share; who holds it alone finds nothing half stored. */
export const storing = sql`hashtextextended('trunkshow attachments', 0)`

/**
 * Deletes stored files of an order, all of them unless one is named, once no row names them: after the commit. What
 * cannot be deleted now is at night.
 */
export async function removeFiles(
  { files }: Pick<Context, 'files'>,
  orderId: number,
  filename?: string,
): Promise<void> {
  try {
    if (filename) return await files.delete(attachmentKey({ orderId, filename }))
    // By name, since a bucket takes a folder for the start of a name: 12 is also that of 123.
    const { objects } = await files.listAll(`orders/${orderId}`)
    const keys = Array.from(objects as Iterable<{ key: string }>, ({ key }) => key)
    await Promise.all(keys.map((key) => files.delete(key)))
  } catch {
    // The change is made; the storage is what fails.
  }
}
