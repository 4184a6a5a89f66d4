import type { Changes } from '@trunkshow/contract/edits.ts'
import type { editableOf } from '@trunkshow/contract/orders/schema.ts'
import { type orderChange, orderInput } from '@trunkshow/contract/orders/schema.ts'
import { type Answers, checkAnswers } from '@trunkshow/contract/templates/rules.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { z } from 'zod'

/** The version of its template that an order is filled in on. */
export interface OrderForm {
  version: number
  fields: TemplateField[]
}

/** An order as it is edited; its address is empty in all its parts where nothing is shipped. */
export type EditValues = ReturnType<typeof editableOf>

/** Whether nothing was typed of an address: then nothing is shipped. */
export const isEmpty = (address: unknown) =>
  Object.values(address as EditValues['shippingAddress']).every((line) => line.trim() === '')

/** @param filesOf how many files a field has: stored ones that stay, and new ones */
export function editSchema(fields: readonly TemplateField[], filesOf: (fieldId: string) => number) {
  const { customerName, customerEmail, customerPhone, notes, shippingAddress } = orderInput.shape
  return z.object({
    customerName,
    customerEmail,
    customerPhone,
    notes,
    shippingAddress: z.preprocess((address) => (isEmpty(address) ? null : address), shippingAddress),
    formData: z.custom<Answers>().superRefine((answers, check) => {
      for (const [id, message] of Object.entries(checkAnswers(fields, answers, filesOf).errors))
        check.addIssue({ code: 'custom', path: [id], message })
    }),
  })
}

/**
 * What a save sends: what was changed. An address goes whole, since its parts are right together alone.
 *
 * @param version of the order that the changes are made to
 * @param templateVersion the newer form that the order is updated to, where it is
 */
export function changeOf(
  { shippingAddress, ...changes }: Changes<EditValues>,
  values: EditValues,
  version: number,
  templateVersion: number | undefined,
): z.input<typeof orderChange> {
  const address = isEmpty(values.shippingAddress) ? null : values.shippingAddress
  return { ...changes, ...(shippingAddress && { shippingAddress: address }), templateVersion, version }
}
