import { type Order, type orderChange, orderInput } from '@trunkshow/contract/orders/schema.ts'
import { type Answers, checkAnswers } from '@trunkshow/contract/templates/rules.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { z } from 'zod'

/** The version of its template that an order is filled in on. */
export interface OrderForm {
  version: number
  fields: TemplateField[]
}

/** An order as it is edited. */
export interface EditValues extends Record<string, unknown> {
  formData: Answers
  customerName: string
  customerEmail: string
  customerPhone: string
  notes: string
  /** All of it empty where nothing is shipped. */
  shippingAddress: { street: string; street2: string; city: string; state: string; zip: string }
}

export function valuesOf(order: Order): EditValues {
  return {
    formData: order.formData,
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    customerPhone: order.customerPhone ?? '',
    notes: order.notes,
    shippingAddress: {
      street: order.customerAddress ?? '',
      street2: order.customerAddress2 ?? '',
      city: order.customerCity ?? '',
      state: order.customerState ?? '',
      zip: order.customerZip ?? '',
    },
  }
}

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
 * What a save sends.
 *
 * @param moved the version of the template the order moves to, where it does
 * @param version of the order it was made from
 */
export function changeOf(
  values: EditValues,
  moved: number | undefined,
  version: number,
): z.input<typeof orderChange> {
  const { shippingAddress, ...typed } = values
  return {
    ...typed,
    shippingAddress: isEmpty(shippingAddress) ? null : shippingAddress,
    templateVersion: moved,
    version,
  }
}
