import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { shownFields } from '@trunkshow/contract/templates/rules.ts'
import { type RefObject, useEffect, useState } from 'react'
import { useSchemaForm } from '../ui/use-schema-form.ts'
import { editSchema, type OrderForm, valuesOf } from './edit-values.ts'
import { toggled } from './toggled.ts'
import type { ChosenFile } from './upload-failures.ts'

/**
 * An order while it is edited: what was typed, the form it is filled in on, files to add and stored ones to take away.
 * Nothing of it is the server's until it is saved.
 *
 * @param hasEdits told how to know whether anything was changed
 */
export function useDraft(order: Order, error: Error | null, hasEdits: RefObject<() => boolean>) {
  const [orderForm, setOrderForm] = useState<OrderForm>(order.template)
  const [files, setFiles] = useState<Readonly<Record<string, readonly File[]>>>({})
  const [removed, setRemoved] = useState<ReadonlySet<number>>(new Set())
  const attachmentFields = shownFields(orderForm.fields).filter(({ type }) => type === 'attachment')
  // Files of a field that the form no longer has belong to no field that could be saved.
  const chosen: ChosenFile[] = ['', ...attachmentFields.map(({ id }) => id)].flatMap((fieldId) =>
    (files[fieldId] ?? []).map((file) => ({ fieldId, file })),
  )
  const filesOf = (fieldId: string) =>
    order.attachments.filter((stored) => stored.fieldId === fieldId && !removed.has(stored.id)).length +
    (files[fieldId]?.length ?? 0)
  const form = useSchemaForm(editSchema(orderForm.fields, filesOf), valuesOf(order), error)
  /** The version of the template that the order moves to, where it does. */
  const moved = orderForm.version === order.template.version ? undefined : orderForm.version
  const isDirty = () => form.isDirty() || chosen.length > 0 || removed.size > 0 || moved !== undefined
  useEffect(() => {
    hasEdits.current = isDirty
  })
  useEffect(() => {
    return () => {
      hasEdits.current = () => false
    }
  }, [hasEdits])
  return {
    form,
    orderForm,
    setOrderForm,
    moved,
    files,
    setFilesOf: (fieldId: string, chosen: readonly File[]) => {
      setFiles((files) => ({ ...files, [fieldId]: chosen }))
      form.clearFieldError(fieldId ? `formData.${fieldId}` : 'attachments')
    },
    chosen,
    removed,
    toggleRemoved: (id: number) => setRemoved(toggled(removed, id)),
  }
}
export type Draft = ReturnType<typeof useDraft>
