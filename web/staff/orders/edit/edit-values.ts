import { shippingInput } from '@trunkshow/contract/customers/schema.ts'
import type { Changes } from '@trunkshow/contract/edits.ts'
import type { editableOf } from '@trunkshow/contract/orders/schema.ts'
import { type orderChange, orderInput } from '@trunkshow/contract/orders/schema.ts'
import { type Answers, checkAnswers } from '@trunkshow/contract/templates/rules.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { z } from 'zod'

/** A template version, as the form of an order. */
export interface OrderForm {
  version: number
  fields: TemplateField[]
}

/** The editable values of an order; without shipping, all parts of the address are empty. */
export type EditValues = ReturnType<typeof editableOf>

/** Whether an address is empty, so nothing is shipped. */
export const isEmpty = (address: unknown) =>
  Object.values(address as EditValues['shippingAddress']).every((line) => line.trim() === '')

/**
 * @param stored the order's address
 * @param filesOf number of a field's files: stored ones that stay, and new ones
 */
export function editSchema(
  fields: readonly TemplateField[],
  stored: EditValues['shippingAddress'],
  filesOf: (fieldId: string) => number,
) {
  const { customerName, customerEmail, customerPhone, notes } = orderInput.shape
  return z.object({
    customerName,
    customerEmail,
    customerPhone,
    notes,
    shippingAddress: z.preprocess(
      (address) => (isEmpty(address) ? null : address),
      shippingInput(stored).nullish(),
    ),
    formData: z.custom<Answers>().superRefine((answers, check) => {
      for (const [id, message] of Object.entries(checkAnswers(fields, answers, filesOf).errors))
        check.addIssue({ code: 'custom', path: [id], message })
    }),
  })
}

/**
 * Builds a save's request from the changes. An address is sent with all its parts, since they are only valid
 * together.
 *
 * @param version the order's version that was edited
 * @param templateVersion the newer form, if the order is updated to it
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
