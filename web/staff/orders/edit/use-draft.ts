import { ownProduct, productLine } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { editableOf } from '@trunkshow/contract/orders/schema.ts'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import { type Answers, shownFields } from '@trunkshow/contract/templates/rules.ts'
import { type RefObject, useEffect, useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { useEditForm } from '../../ui/form/use-edit-form.tsx'
import { newestProduct } from '../create/create-calls.ts'
import { formatAnswer } from '../format-answer.ts'
import { toggled } from '../list/toggled.ts'
import { priceWith } from '../order-price.ts'
import { changeOf, type EditValues, editSchema, type OrderForm } from './edit-values.ts'
import type { ChosenFile } from './upload-failures.ts'

/**
 * An order being edited: typed values, its form, files to add and to remove. Nothing is saved yet.
 *
 * @param started the order when editing began
 * @param hasEdits receives a function that checks for unsaved changes
 */
export function useDraft(started: Order, error: Error | null, hasEdits: RefObject<() => boolean>) {
  /** The newer form the order is updated to, and the answers it replaced. */
  const [newer, setNewer] = useState<{ form: OrderForm; replaced: Answers }>()
  const [files, setFiles] = useState<Readonly<Record<string, readonly File[]>>>({})
  const [removed, setRemoved] = useState<ReadonlySet<number>>(new Set())
  /** Products selected during editing. */
  const [picked, setPicked] = useState<readonly Product[]>([])
  /** Another user may have updated the order to this form or a later one. */
  const formOf = ({ template }: Order): OrderForm =>
    newer && newer.form.version > template.version ? newer.form : template
  const filesOf = (order: Order, fieldId: string) =>
    order.attachments.filter((stored) => stored.fieldId === fieldId && !removed.has(stored.id)).length +
    (files[fieldId]?.length ?? 0)
  const fieldAt = (order: Order, path: string) =>
    formOf(order).fields.find(({ id }) => path === `formData.${id}`)
  const edit = useEditForm({
    schema: (order = started) =>
      editSchema(formOf(order).fields, editableOf(order).shippingAddress, (fieldId) =>
        filesOf(order, fieldId),
      ),
    record: started,
    valuesOf: (order = started) => editableOf(order),
    error,
    wordsOf: (path, value, order = started) => {
      if (path === 'products') return productLine(order.products)
      if (path === 'eventId') return order.event?.name ?? ''
      const field = fieldAt(order, path)
      return (field ? formatAnswer(field, value as string | boolean) : String(value ?? '')) ?? ''
    },
    isShown: (path, order = started) =>
      !path.startsWith('formData.') || fieldAt(order, path)?.archived === false,
  })
  const { form, base = started } = edit
  const order = { ...base, products: productsIn(form.values, base, picked) }
  const orderForm = formOf(order)
  const isMoved = orderForm.version !== order.template.version
  const attachmentFields = shownFields(orderForm.fields).filter(({ type }) => type === 'attachment')
  // Ignores files of fields the form no longer has.
  const chosen: ChosenFile[] = ['', ...attachmentFields.map(({ id }) => id)].flatMap((fieldId) =>
    (files[fieldId] ?? []).map((file) => ({ fieldId, file })),
  )
  const isDirty = () => edit.isDirty() || chosen.length > 0 || removed.size > 0 || isMoved
  useEffect(() => {
    hasEdits.current = isDirty
  })
  useEffect(() => {
    return () => {
      hasEdits.current = () => false
    }
  }, [hasEdits])
  return {
    edit,
    form,
    /** The order when editing began, or as another user last saved it, with the products that are selected now. */
    order,
    price: priceWith({ ...order, template: orderForm, formData: form.values.formData }),
    /** Replaces one of the products. */
    pickProduct: (at: number, product: Product) => {
      setPicked([...picked.filter(({ id }) => id !== product.id), product])
      form.setFieldValue(
        'products',
        form.values.products.map((each, place) => (place === at ? { ...each, productId: product.id } : each)),
      )
      form.clearFieldError('products')
      form.clearFieldError('total')
      edit.settle('products')
    },
    /** After a failed save: merges what another user saved first, or refetches prices that have changed. */
    handleError: async (error: Error) => {
      edit.mergeTheirs(error)
      const hasNewTotal = error instanceof CallError && error.code === 'changed' && !error.current
      if (hasNewTotal) setPicked(await Promise.all(picked.map(newestProduct)))
    },
    orderForm,
    isMoved,
    /** @param answers on the newer form */
    updateTo: (newest: OrderForm, answers: Answers) => {
      const { formData } = form.getValues()
      const replaced = Object.keys(answers).filter((id) => answers[id] !== formData[id])
      setNewer({ form: newest, replaced: Object.fromEntries(replaced.map((id) => [id, formData[id] ?? ''])) })
      form.setFieldValue('formData', answers)
    },
    keepForm: () => {
      form.setFieldValue('formData', { ...form.getValues().formData, ...newer?.replaced })
      setNewer(undefined)
    },
    files,
    setFilesOf: (fieldId: string, chosen: readonly File[]) => {
      setFiles((files) => ({ ...files, [fieldId]: chosen }))
      form.clearFieldError(fieldId ? `formData.${fieldId}` : 'attachments')
    },
    chosen,
    removed,
    toggleRemoved: (id: number) => setRemoved(toggled(removed, id)),
    /** Builds the request of a save. */
    change: () => {
      const changes = edit.changes()
      const formData = form.getValues().formData
      return {
        ...changeOf(changes, form.getValues(), order.version, isMoved ? orderForm.version : undefined),
        ...(changes.products && { total: priceWith({ ...order, template: orderForm, formData }).total }),
      }
    },
  }
}

/** The selected products: those of the order with the price they were taken at, others with their current one. */
function productsIn(
  { products }: Pick<EditValues, 'products'>,
  order: Order,
  picked: readonly Product[],
): Order['products'] {
  return products.flatMap(({ productId, quantity }, at) => {
    const own = ownProduct(order.products, productId, at)
    if (own) return [{ ...own, quantity }]
    const product = picked.find(({ id }) => id === productId)
    return product ? [{ ...product, orderId: order.id, productId, quantity }] : []
  })
}

export type Draft = ReturnType<typeof useDraft>
