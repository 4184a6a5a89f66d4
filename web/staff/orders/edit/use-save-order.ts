import type { QueryClient } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type { Order, orderChange } from '@trunkshow/contract/orders/schema.ts'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { CallError } from '../../api/call-error.ts'
import { call } from '../../api/client.ts'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { type ChosenFile, moveErrorsToFields, stopped } from './upload-failures.ts'

interface OrderToSave {
  change: z.input<typeof orderChange>
  files: readonly ChosenFile[]
  /** IDs of stored files to remove. */
  removed: readonly number[]
}

/**
 * Saves an edited order with its new files, then removes files; rejected if another user changed it since the version
 * sent. `sent` is the fraction of the files uploaded, 0 to 1; `stop` aborts the upload.
 *
 * @param order when editing began
 */
export function useSaveOrder(order: Order) {
  /** Files an earlier try has stored on the server. */
  const stored = useRef(new Set<File>())
  /** Files that a try without a response may have stored. */
  const lost = useRef(new Set<File>())
  const upload = useRef(new AbortController())
  const [sent, setSent] = useState<number>()
  const params = { id: order.id }
  const save = useReportedCall({
    call: async ({ change, files: chosen, removed }: OrderToSave) => {
      setSent(undefined)
      const files = chosen.filter(({ file }) => !stored.current.has(file))
      // An error names the second file `files_1`.
      const parts = new Map(files.map((file, at) => [at ? `files_${at}` : 'files', file]))
      upload.current = new AbortController()
      await call(api.orders.update, {
        params,
        body: { ...change, fileFieldIds: files.map(({ fieldId }) => fieldId) },
        files: { files: files.map(({ file }) => file) },
        onProgress: setSent,
        signal: upload.current.signal,
      }).catch((error) => {
        if (upload.current.signal.aborted) throw stopped()
        if (!(error instanceof CallError)) throw error
        if (!error.status) for (const { file } of files) lost.current.add(file)
        if (error.current) markStoredFiles(files, error.current as Order)
        throw moveErrorsToFields(error, parts, 'formData')
      })
      for (const { file } of files) stored.current.add(file)
      for (const attachmentId of removed) await removeAttachment(order.id, attachmentId)
    },
    done: 'Order updated',
    failed: {
      title: 'Save Error',
      fallback: 'There was a problem saving your changes. Please try again.',
    },
    reloads: ['orders'],
    keepsForm: true,
    onDone: (_order, client) => reloadTemplates(client),
    onFailed: (_error, client) => reloadTemplates(client),
  })
  /** Marks files as stored if a try without a response did save them, so they aren't sent again. */
  const markStoredFiles = (files: readonly ChosenFile[], now: Order) => {
    const before = new Set(order.attachments.map(({ id }) => id))
    const added = now.attachments.filter(({ id }) => !before.has(id))
    for (const { file, fieldId } of files) {
      const isIt = (each: (typeof added)[number]) =>
        (each.fieldId ?? '') === fieldId && each.displayName.startsWith(file.name)
      if (lost.current.has(file) && added.some(isIt)) stored.current.add(file)
    }
  }
  return { ...save, sent: save.isPending ? sent : undefined, stop: () => upload.current.abort() }
}

/** Whether a template is in use may have changed. */
function reloadTemplates(client: QueryClient) {
  void client.invalidateQueries({ queryKey: ['templates'], refetchType: 'none' })
}

/** Removes a file; ignores one that is already gone. */
async function removeAttachment(id: number, attachmentId: number) {
  await call(api.attachments.remove, { params: { id, attachmentId } }).catch((error) => {
    if (!(error instanceof CallError && error.status === 404)) throw error
  })
}
