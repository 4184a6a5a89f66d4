import { randomBytes } from 'node:crypto'
import type { Activity } from '@trunkshow/contract/activity/rules.ts'
import { AppError, assertAllowed, fieldError, firstOf } from '@trunkshow/contract/errors.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import { attachmentLimits, orderCan } from '@trunkshow/contract/orders/rules.ts'
import type { Attachment, AttachmentInput } from '@trunkshow/contract/orders/schema.ts'
import { shownFields } from '@trunkshow/contract/templates/rules.ts'
import { sql } from 'drizzle-orm'
import type { Context, StaffContext } from '../../context.ts'
import { attachments } from '../../platform/db/schema/orders.ts'
import { own } from '../../platform/db/statement.ts'
import { type Database, inTransaction } from '../../platform/db/transaction.ts'
import type { PictureFormat } from '../../platform/files/decoder/decode.ts'
import { rewritePicture, waitToStore } from '../../platform/files/in-turn.ts'
import { NotPictureError } from '../../platform/files/not-picture-error.ts'
import { removeUnreferenced } from '../../platform/files/storage.ts'
import { assertRoomFor, assertWithinQuotas } from '../../platform/http/guards/quotas.ts'
import type { UploadedFile } from '../../platform/http/uploads.ts'
import { changeOf, lockOrder, recordOrder, type StoredOrder } from '../change/record-order.ts'
import { assertTakesFiles, type OrderForm, readForm } from '../create/choose-parts.ts'
import { endChanged } from '../proposals/end-changed.ts'
import { attachmentRow, attachmentView, getOrder } from '../queries.ts'

/** Returns the locked order with its form. @throws AppError not_found, conflict if its files can't be changed */
async function lockForEdit(ctx: StaffContext, id: number): Promise<[StoredOrder, OrderForm]> {
  const order = await lockOrder(ctx, id)
  assertAllowed(orderCan.edit(order))
  return [order, await readForm(ctx, order.templateId, order.templateVersion)]
}

/** Logs the file under the label of its field. */
function record(
  ctx: StaffContext,
  activity: Activity,
  order: StoredOrder,
  { fields }: OrderForm,
  { fieldId }: { fieldId: string | null },
  [from, to]: [string | null, string | null],
) {
  const label = fields.find(({ id }) => id === fieldId)?.label ?? 'Files'
  return recordOrder(ctx, activity, order, changeOf(label, from, to))
}

/**
 * Adds one file to an order or to an attachment field of its form (docs/product.md, Files). The order's version stays,
 * so that an open edit doesn't become outdated.
 *
 * @throws AppError not_found; conflict for a canceled order or too many files; invalid for a file type that isn't
 *   allowed or a field that takes no files
 */
export async function addAttachment(
  ctx: StaffContext,
  { orderId, fieldId }: AttachmentInput,
  files: readonly UploadedFile[],
): Promise<Attachment> {
  await getOrder(ctx, orderId) // before its file is worked on
  const [file] = await prepareFiles(ctx, files)
  if (!file) throw fieldError('invalid', 'file', orderMessages.attachmentNotAllowed)
  return inTransaction(ctx, async (ctx) => {
    const [order, form] = await lockForEdit(ctx, orderId)
    assertTakesFiles(form, files, [fieldId])
    const [stored] = await storeAttachments(ctx, orderId, [{ fieldId, file }])
    await record(ctx, 'order.attached', order, form, stored!, [null, stored!.displayName])
    await assertWithinQuotas(ctx, ctx.actor.companyId, ['files', 'bytes'])
    return attachmentView(stored!)
  })
}

/** Deletes a file. @throws AppError not_found; conflict for a canceled order or the only file of a required field */
export async function removeAttachment(ctx: StaffContext, orderId: number, id: number): Promise<void> {
  const { filename } = await inTransaction(ctx, async (ctx) => {
    const [order, form] = await lockForEdit(ctx, orderId)
    const found = await ctx.db
      .delete(attachments)
      .where(own(ctx, attachments, { id, orderId }))
      .returning()
    const deleted = firstOf(found, orderMessages.attachmentNotFound)
    await assertNotLast(ctx, form, deleted)
    await record(ctx, 'order.detached', order, form, deleted, [deleted.displayName, null])
    await endChanged(ctx, await getOrder(ctx, orderId))
    return deleted
  })
  await removeFiles(ctx, orderId, filename)
}

/** Refuses to remove the last file of a required field. The order is locked, so two removals can't both pass. */
async function assertNotLast(
  { db, actor }: StaffContext,
  { fields }: OrderForm,
  { orderId, fieldId }: typeof attachments.$inferSelect,
) {
  const field = shownFields(fields).find(({ id }) => id === fieldId)
  if (fieldId === null || !field?.required) return
  const others = await db.$count(attachments, own({ actor }, attachments, { orderId, fieldId }))
  if (others > 0) return
  throw fieldError('conflict', `formData.${fieldId}`, orderMessages.lastRequiredFile(field.label))
}

/** Allowed file types by content, with their extensions; the first one is added to names without any. */
const kinds = {
  jpeg: { fileType: 'image/jpeg', endings: ['jpg', 'jpeg'] },
  png: { fileType: 'image/png', endings: ['png'] },
  gif: { fileType: 'image/gif', endings: ['gif'] },
  webp: { fileType: 'image/webp', endings: ['webp'] },
  pdf: { fileType: 'application/pdf', endings: ['pdf'] },
} as const satisfies Record<PictureFormat | 'pdf', object>

const MAX_NAME_CHARACTERS = 200

/** A checked file, ready to be stored. */
interface PreparedFile extends Pick<typeof attachments.$inferInsert, 'displayName' | 'fileType'> {
  /** Random and unique, so that a retry overwrites only its own file. */
  filename: string
  content: UploadedFile
}

/** A file with the form field it answers; null for files of the order itself. */
export interface NewAttachment {
  fieldId: string | null
  file: PreparedFile
}

/** The file's key in the storage. */
export function attachmentKey({ orderId, filename }: { orderId: number; filename: string }): string {
  return `orders/${orderId}/${filename}`
}

/**
 * Checks the type of each file, re-encodes pictures without their metadata (docs/product.md, Files), and waits until they
 * may be stored. Call it before the transaction that stores them.
 *
 * @throws AppError invalid, naming the part of each file that isn't allowed; unavailable when too many wait
 */
export async function prepareFiles({ actor }: StaffContext, files: readonly UploadedFile[]) {
  const prepared: PreparedFile[] = []
  const fields: Record<string, string> = {}
  for (const file of files) {
    const kind = await rewrite(actor.companyId, file).catch((error) => {
      if (!(error instanceof NotPictureError)) throw error
      fields[file.field] = error.sentence ?? orderMessages.attachmentNotAllowed
    })
    if (kind) prepared.push(nameFile(file, kinds[kind]))
  }
  const [refusal] = Object.values(fields)
  if (refusal) throw new AppError('invalid', refusal, { fields })
  if (files[0]) await waitToStore(actor.companyId, files[0])
  return prepared
}

async function rewrite(companyId: number, file: UploadedFile): Promise<keyof typeof kinds> {
  const start = await file.read(5)
  if (start.toString('latin1') === '%PDF-') return 'pdf'
  const { format, content } = await rewritePicture(companyId, file)
  await file.replace(content)
  return format
}

/** Adds the extension of the actual file type, so that the name opens the right program. */
function nameFile(file: UploadedFile, { fileType, endings }: (typeof kinds)[keyof typeof kinds]) {
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
 * Stores files of a locked order, in its transaction.
 *
 * @returns the stored rows, in the order of `given`
 * @throws AppError conflict beyond `attachmentLimits`
 */
export async function storeAttachments(ctx: StaffContext, orderId: number, given: readonly NewAttachment[]) {
  if (given.length === 0) return []
  const { db } = ctx
  const stored = await db.$count(attachments, own(ctx, attachments, { orderId }))
  const { filesPerOrder } = attachmentLimits
  if (stored + given.length > filesPerOrder)
    throw new AppError('conflict', orderMessages.tooManyAttachments(filesPerOrder))
  return db
    .insert(attachments)
    .values(await putFiles(ctx, orderId, given))
    .returning(attachmentRow)
}

/**
 * Writes files to the storage before their rows are committed. A shared lock keeps the nightly cleanup from deleting
 * them until then. The caller checks the quotas of files and bytes at the end of its transaction.
 *
 * @returns the rows to store, in the order of `given`
 */
export async function putFiles(ctx: StaffContext, orderId: number, given: readonly NewAttachment[]) {
  if (given.length === 0) return []
  const { db, files, actor } = ctx
  const { companyId } = actor
  const bytes = given.reduce((sum, { file }) => sum + file.content.size, 0)
  await assertRoomFor(ctx, companyId, { files: given.length, bytes })
  await db.execute(sql`SELECT pg_advisory_xact_lock_shared(${attachmentsLock})`)
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

/** Shared by requests that store files; the cleanup takes it alone to know that none is half stored. */
const attachmentsLock = sql`hashtextextended('trunkshow attachments', 0)`

/** Deletes an order's files, or the named one, once their rows are gone; the nightly cleanup retries what fails. */
export async function removeFiles({ files }: Pick<Context, 'files'>, orderId: number, filename?: string) {
  try {
    if (filename) return await files.delete(attachmentKey({ orderId, filename }))
    // Deletes by key, since a bucket treats the folder as a prefix: 12 also matches 123.
    const { objects } = await files.listAll(`orders/${orderId}`)
    const keys = Array.from(objects as Iterable<{ key: string }>, ({ key }) => key)
    await Promise.all(keys.map((key) => files.delete(key)))
  } catch {
    // The order has already changed, so a storage failure must not fail the request.
  }
}

/** Returns the order files that have no row; other keys are ignored. */
async function findUnreferencedKeys(db: Database, keys: readonly string[]): Promise<string[]> {
  const files = keys.flatMap((key) => {
    const [, orderId, filename] = /^orders\/(\d{1,10})\/([^/]+)$/.exec(key) ?? []
    return orderId ? [{ key, orderId: Number(orderId), filename }] : []
  })
  const { rows } = await db.execute<{ key: string }>(sql`
    SELECT f.key FROM jsonb_to_recordset(${JSON.stringify(files)}::jsonb)
      AS f (key text, "orderId" bigint, filename text)
    WHERE NOT EXISTS (
      SELECT FROM attachments AS a WHERE a.order_id = f."orderId" AND a.filename = f.filename)`)
  return rows.map(({ key }) => key)
}

/** Deletes files without a row: those of deleted attachments and orders, and of failed requests. */
export function removeUnusedFiles(ctx: Pick<Context, 'db' | 'files'>): Promise<void> {
  return removeUnreferenced(ctx, 'orders', findUnreferencedKeys, attachmentsLock)
}
