import { api } from '@trunkshow/contract/api.ts'
import type { orderInput } from '@trunkshow/contract/orders/schema.ts'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { CallError } from '../../api/call-error.ts'
import { call, callAll } from '../../api/client.ts'
import { freshKey } from '../../api/fresh-key.ts'
import { invalidateOrderCounts } from '../../api/live-orders.ts'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { type ChosenFile, moveErrorsToFields, stopped } from '../edit/upload-failures.ts'
import type { Choices } from './new-order-values.ts'

interface OrderToSend {
  order: z.input<typeof orderInput>
  files: readonly ChosenFile[]
}

const failed = {
  title: 'Error',
  describe: (sentence: string, error: Error) =>
    error instanceof CallError && error.status
      ? `Order creation failed: ${sentence}`
      : `Failed to create order: ${sentence}`,
}

/**
 * Creates an order at most once, however often it is sent: the idempotency key stays until the server reports that it
 * was used with other data. `sent` is the fraction of the files uploaded, 0 to 1; `stop` aborts the upload.
 */
export function useCreateOrder() {
  const key = useRef(freshKey())
  const upload = useRef(new AbortController())
  const [sent, setSent] = useState<number>()
  const create = useReportedCall({
    call: async ({ order, files }: OrderToSend) => {
      setSent(undefined)
      const parts = partsOf(files)
      upload.current = new AbortController()
      const { eventId, bookingId } = order
      const customFields = { ...order.customFields, ...answersOf(parts) }
      return call(api.orders.create, {
        body: { orderData: { ...order, customFields }, eventId, bookingId },
        files: Object.fromEntries([...parts].map(([part, { file }]) => [part, file])),
        onProgress: setSent,
        signal: upload.current.signal,
        idempotencyKey: key.current,
      }).catch((error) => {
        if (upload.current.signal.aborted) throw stopped()
        if (!(error instanceof CallError)) throw error
        if (error.code === 'key_reused') {
          key.current = freshKey()
          throw alreadyCreatedError(error)
        }
        throw renameFieldsForForm(moveErrorsToFields(error, parts, 'customFields'))
      })
    },
    done: ({ message }) => ({ title: message }),
    failed,
    keepsForm: true,
    onDone: (_order, client) => {
      invalidateOrderCounts(client)
      void client.invalidateQueries({ queryKey: ['orders'] })
    },
    onFailed: (error, client) => {
      // What was selected may have been deleted or used up since.
      if (error instanceof CallError && (error.status === 404 || error.status === 409))
        for (const offered of ['templates', 'products', 'discounts', 'customers', 'events'])
          void client.invalidateQueries({ queryKey: [offered] })
    },
  })
  return { ...create, sent: create.isPending ? sent : undefined, stop: () => upload.current.abort() }
}

/** Refetches the selected product and code; returns the known ones if that fails. */
export async function newest({ product, discount }: Choices): Promise<Pick<Choices, 'product' | 'discount'>> {
  const [now, codes] = await Promise.all([
    product && newestProduct(product),
    discount && callAll(api.discounts.list, { query: { isActive: true } }).catch(() => []),
  ])
  return { product: now, discount: codes?.find(({ id }) => id === discount?.id) ?? discount }
}

/** Refetches a product; returns the known one if that fails. */
export const newestProduct = (product: Product) =>
  call(api.products.get, { params: { id: product.id } }).catch(() => product)

/** Names the files as parts of the multipart form. */
function partsOf(files: readonly ChosenFile[]): Map<string, ChosenFile> {
  const counts = { templateAttachment: 0, orderAttachment: 0 }
  return new Map(
    files.map((chosen) => {
      const part = chosen.fieldId ? 'templateAttachment' : 'orderAttachment'
      return [`${part}_${counts[part]++}`, chosen]
    }),
  )
}

/** An attachment field's answer is the names of its parts. */
function answersOf(parts: ReadonlyMap<string, ChosenFile>) {
  const ofFields = [...parts].filter(([, { fieldId }]) => fieldId)
  const partsOf = (id: string) => ofFields.flatMap(([part, { fieldId }]) => (fieldId === id ? [part] : []))
  return Object.fromEntries(ofFields.map(([, { fieldId }]) => [fieldId, partsOf(fieldId)]))
}

/** Renames the error's fields as the form has them. */
function renameFieldsForForm(error: CallError): CallError {
  const fields = Object.entries(error.fields).map(([name, sentence]) => [
    name.replace(/^orderData\./, ''),
    sentence,
  ])
  return new CallError({ ...error, message: error.message, fields: Object.fromEntries(fields) })
}

function alreadyCreatedError(error: CallError) {
  const sentence =
    'Your first try already created an order with what you had entered. Check your orders before you create another one.'
  return new CallError({ ...error, message: sentence, sentence })
}
