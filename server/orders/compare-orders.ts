import { isDeepStrictEqual } from 'node:util'
import type { ActivityEntry } from '@trunkshow/contract/activity/schema.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import type { OrderChange } from '@trunkshow/contract/orders/schema.ts'
import { type Answer, checkAnswers } from '@trunkshow/contract/templates/rules.ts'
import { addressColumns } from './choose-customer.ts'
import type { StoredOrder } from './lock-order.ts'
import type { OrderForm } from './read-form.ts'
import { changeOf, changesOfPrice } from './record-order.ts'

/** Texts of an order that are typed, as people know them. */
const labels = {
  customerName: 'Customer',
  customerEmail: 'Email',
  customerPhone: 'Phone',
  notes: 'Notes',
} as const
const texts = Object.keys(labels) as (keyof typeof labels)[]

const idsOf = (...answers: object[]) => [...new Set(answers.flatMap(Object.keys))]

const addressLine = (order: StoredOrder) =>
  [order.customerAddress, order.customerAddress2, order.customerCity, order.customerState, order.customerZip]
    .filter(Boolean)
    .join(' · ')

/** The field's label, as any of the forms has it. */
function labelIn(forms: readonly OrderForm[], fieldId: string | null, otherwise: string) {
  const fields = forms.flatMap(({ fields }) => fields)
  return fields.find(({ id }) => id === fieldId)?.label ?? otherwise
}

/** The files an order gets, under the labels of their fields. */
export function changesOfFiles(
  form: OrderForm,
  added: readonly { fieldId: string | null; file: { displayName: string } }[],
): ActivityEntry['changes'] {
  return [...new Set(added.map(({ fieldId }) => fieldId))].flatMap((id) => {
    const names = added.filter(({ fieldId }) => fieldId === id).map(({ file }) => file.displayName)
    return changeOf(labelIn([form], id, 'Files'), null, names.join(', '))
  })
}

/** Whether these columns make an order another one. */
export const differs = (before: StoredOrder, columns: Partial<StoredOrder>) =>
  Object.entries(columns).some(
    ([name, value]) => !isDeepStrictEqual(before[name as keyof StoredOrder], value),
  )

/** What a change of an order changed, from what to what, each under the label people know it by. */
export function changesOfOrder(
  [before, oldForm]: readonly [StoredOrder, OrderForm],
  [after, newForm]: readonly [StoredOrder, OrderForm],
): ActivityEntry['changes'] {
  return [
    ...texts.flatMap((name) => changeOf(labels[name], before[name], after[name])),
    ...changeOf('Shipping address', addressLine(before), addressLine(after)),
    ...changeOf('Template version', oldForm.version, newForm.version),
    ...idsOf(before.formData, after.formData).flatMap((id) =>
      changeOf(labelIn([newForm, oldForm], id, id), before.formData[id], after.formData[id]),
    ),
    ...changesOfPrice(before, after),
  ]
}

/** Where what was typed differs from what stands with the order by now: what is new, by the name of each field. */
export function newsOf(now: StoredOrder, form: OrderForm, change: OrderChange): Record<string, string> {
  const fields: Record<string, string> = {}
  const compare = (name: string, is: Answer | null | undefined, typed: Answer | null | undefined) => {
    if ((is || '') === (typed || '')) return
    fields[name] = orderMessages.changedTo(is === true ? 'Yes' : String(is || ''))
  }
  for (const name of texts) if (change[name] !== undefined) compare(name, now[name], change[name])
  if (change.shippingAddress !== undefined) {
    const typed = addressColumns(change.shippingAddress)
    compare('shippingAddress.street', now.customerAddress, typed.customerAddress)
    compare('shippingAddress.street2', now.customerAddress2, typed.customerAddress2)
    compare('shippingAddress.city', now.customerCity, typed.customerCity)
    compare('shippingAddress.state', now.customerState, typed.customerState)
    compare('shippingAddress.zip', now.customerZip, typed.customerZip)
  }
  if (change.formData) {
    const { answers: typed } = checkAnswers(form.fields, change.formData, () => 1)
    for (const id of idsOf(now.formData, typed)) compare(`formData.${id}`, now.formData[id], typed[id])
  }
  if (change.discountCodeId !== undefined && change.discountCodeId !== now.discountCodeId)
    fields.discountCodeId = orderMessages.changedTo(now.discountCode ?? '')
  return fields
}
