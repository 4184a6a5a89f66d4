import type { Order, orderChange, orderInput } from '@trunkshow/contract/orders/schema.ts'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { api, CallError, call, freshKey } from '../../api/client.ts'
import { invalidateOrderCounts } from '../../api/query-client.ts'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'

/** A newly selected file and its field's ID; an empty ID for a file of the order itself. */
export interface ChosenFile {
  fieldId: string
  file: File
}

/** By the name of its part in the multipart form. */
type Parts = ReadonlyMap<string, ChosenFile>

interface OrderToSave {
  /** One of them: a new order, or the change of a stored one. */
  input?: z.input<typeof orderInput>
  change?: z.input<typeof orderChange>
  files: readonly ChosenFile[]
  /** IDs of stored files to remove. */
  removed: readonly number[]
}

const createFailed = {
  title: 'Error',
  describe: (sentence: string, error: Error) =>
    error instanceof CallError && error.status
      ? `Order creation failed: ${sentence}`
      : `Failed to create order: ${sentence}`,
}
const saveFailed = {
  title: 'Save Error',
  fallback: 'There was a problem saving your changes. Please try again.',
}

const stopped = 'The upload was stopped, so nothing was saved. What you entered is kept.'
const alreadyCreated =
  'Your first try already created an order with what you had entered. Check your orders before you create another one.'

/**
 * Saves an order with its files, then removes files. A new order is created at most once, however often it is sent:
 * the idempotency key stays until the server reports that it was used with other data. An edited one is rejected if
 * another user changed it since the version sent. `sent` is the fraction of the files uploaded, 0 to 1; `stop` aborts
 * the upload.
 *
 * @param order when editing began; undefined for a new one
 */
export function useSaveOrder(order: Order | undefined) {
  const key = useRef(freshKey())
  /** Files an earlier try has stored on the server. */
  const stored = useRef(new Set<File>())
  /** Files that a try without a response may have stored. */
  const lost = useRef(new Set<File>())
  const upload = useRef(new AbortController())
  const [sent, setSent] = useState<number>()
  const save = useReportedCall({
    call: async ({ input, change, files: chosen, removed }: OrderToSave) => {
      setSent(undefined)
      const files = chosen.filter(({ file }) => !stored.current.has(file))
      const parts = partsOf(files, input !== undefined)
      upload.current = new AbortController()
      const sending = {
        files: Object.fromEntries([...parts].map(([part, { file }]) => [part, file])),
        onProgress: setSent,
        signal: upload.current.signal,
      }
      const saving = input
        ? call(api.orders.create, { body: bodyOf(input, parts), ...sending, idempotencyKey: key.current })
        : call(api.orders.update, {
            params: { id: order!.id },
            body: { ...change!, fileFieldIds: files.map(({ fieldId }) => fieldId) },
            ...sending,
          })
      const saved = await saving.catch((error) => {
        if (upload.current.signal.aborted) throw new CallError({ message: stopped, sentence: stopped })
        if (!(error instanceof CallError)) throw error
        if (error.code === 'key_reused') {
          key.current = freshKey()
          throw new CallError({ ...error, message: alreadyCreated, sentence: alreadyCreated })
        }
        if (!error.status) for (const { file } of files) lost.current.add(file)
        if (error.current) markStoredFiles(files, error.current as Order)
        throw moveErrorsToFields(error, parts)
      })
      if (order) for (const { file } of files) stored.current.add(file)
      for (const attachmentId of removed) await removeAttachment(saved.id, attachmentId)
      return saved
    },
    ...(order && { done: 'Order updated' }),
    failed: order ? saveFailed : createFailed,
    ...(order && { reloads: ['orders'] }),
    keepsForm: true,
    onDone: (_saved, client) => {
      invalidateOrderCounts(client)
      // The form of a new order doesn't wait for the lists.
      if (!order) void client.invalidateQueries({ queryKey: ['orders'] })
    },
    onFailed: (error, client) => {
      if (order) void client.invalidateQueries({ queryKey: ['templates'], refetchType: 'none' })
      // What was selected may have been deleted or used up since.
      else if (error instanceof CallError && (error.status === 404 || error.status === 409))
        for (const offered of ['templates', 'products', 'discounts', 'customers', 'events'])
          void client.invalidateQueries({ queryKey: [offered] })
    },
  })
  /** Marks files as stored if a try without a response did save them, so they aren't sent again. */
  const markStoredFiles = (files: readonly ChosenFile[], now: Order) => {
    const before = new Set(order?.attachments.map(({ id }) => id))
    const added = now.attachments.filter(({ id }) => !before.has(id))
    for (const { file, fieldId } of files) {
      const isIt = (each: (typeof added)[number]) =>
        (each.fieldId ?? '') === fieldId && each.displayName.startsWith(file.name)
      if (lost.current.has(file) && added.some(isIt)) stored.current.add(file)
    }
  }
  return { ...save, sent: save.isPending ? sent : undefined, stop: () => upload.current.abort() }
}

/** Names the files as parts of the multipart form: of a new order by what they belong to. */
const partsOf = (files: readonly ChosenFile[], isNew: boolean): Parts =>
  new Map(
    files.map((chosen, at) => {
      const ofNew = chosen.fieldId ? 'templateAttachment' : 'orderAttachment'
      return [`${isNew ? ofNew : 'files'}_${at}`, chosen]
    }),
  )

/** A new order, whose answer to an attachment field is the names of its parts. */
function bodyOf(input: z.input<typeof orderInput>, parts: Parts) {
  const customFields: NonNullable<typeof input.customFields> = { ...input.customFields }
  for (const [part, { fieldId }] of parts)
    if (fieldId) customFields[fieldId] = [...((customFields[fieldId] as string[] | undefined) ?? []), part]
  const { eventId, bookingId } = input
  return { orderData: { ...input, customFields }, eventId, bookingId }
}

/** Renames the error's fields as the form has them. A changed total uses the error's sentence, not the number. */
function moveErrorsToFields(error: CallError, parts: Parts): CallError {
  const fields = Object.entries(error.fields).map(([name, sentence]) => {
    if (name === 'total') return [name, error.sentence ?? sentence]
    const chosen = parts.get(name)
    if (!chosen) return [name.replace(/^orderData\./, '').replace(/^customFields\./, 'formData.'), sentence]
    const { fieldId, file } = chosen
    return [fieldId ? `formData.${fieldId}` : 'attachments', `${file.name}: ${sentence}`]
  })
  return new CallError({ ...error, message: error.message, fields: Object.fromEntries(fields) })
}

/** Removes a file; ignores one that is already gone. */
async function removeAttachment(id: number, attachmentId: number) {
  await call(api.attachments.remove, { params: { id, attachmentId } }).catch((error) => {
    if (!(error instanceof CallError && error.status === 404)) throw error
  })
}
