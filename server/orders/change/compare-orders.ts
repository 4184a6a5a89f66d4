import { isDeepStrictEqual } from 'node:util'
import type { LoggedChange } from '../../platform/db/schema/activity.ts'
import { addressColumns } from '../create/choose-customer.ts'
import type { OrderForm } from '../create/read-form.ts'
import { changeOf, changesOfPrice, type StoredOrder } from './record-order.ts'

/** Labels of the text fields in the timeline. */
const labels = {
  customerName: 'Customer',
  customerEmail: 'Email',
  customerPhone: 'Phone',
  notes: 'Notes',
} as const
const texts = Object.keys(labels) as (keyof typeof labels)[]

/** Columns of the shipping address with their field names in the API. */
const addressParts = Object.entries(
  addressColumns({ street: 'street', street2: 'street2', city: 'city', state: 'state', zip: 'zip' }),
) as [keyof ReturnType<typeof addressColumns>, string][]

const idsOf = (...answers: object[]) => [...new Set(answers.flatMap(Object.keys))]

const addressLine = (order: StoredOrder) =>
  addressParts
    .map(([column]) => order[column])
    .filter(Boolean)
    .join(' · ')

/** Returns the field's label from the first form that has it. */
function labelOf(forms: readonly OrderForm[], fieldId: string | null, fallback: string) {
  const fields = forms.flatMap(({ fields }) => fields)
  return fields.find(({ id }) => id === fieldId)?.label ?? fallback
}

/** Describes added files, grouped by the label of their field. */
export function changesOfFiles(
  form: OrderForm,
  added: readonly { fieldId: string | null; file: { displayName: string } }[],
): LoggedChange[] {
  return [...new Set(added.map(({ fieldId }) => fieldId))].flatMap((id) => {
    const names = added.filter(({ fieldId }) => fieldId === id).map(({ file }) => file.displayName)
    return changeOf(labelOf([form], id, 'Files'), null, names.join(', '))
  })
}

/** Whether any of these columns has a new value. */
export const hasChanges = (before: StoredOrder, columns: Partial<StoredOrder>) =>
  Object.entries(columns).some(
    ([name, value]) => !isDeepStrictEqual(before[name as keyof StoredOrder], value),
  )

/** Lists what changed between two states of an order, each entry with its label, old value and new value. */
export function changesOfOrder(
  [before, oldForm]: readonly [StoredOrder, OrderForm],
  [after, newForm]: readonly [StoredOrder, OrderForm],
): LoggedChange[] {
  const movedParts = addressParts.filter(([column]) => before[column] !== after[column])
  const addressPaths = movedParts.map(([, part]) => `shippingAddress.${part}`)
  return [
    ...texts.flatMap((name) => changeOf(labels[name], before[name], after[name], [name])),
    ...changeOf('Shipping address', addressLine(before), addressLine(after), addressPaths),
    ...changeOf('Template version', oldForm.version, newForm.version, ['templateVersion']),
    ...idsOf(before.formData, after.formData).flatMap((id) =>
      changeOf(labelOf([newForm, oldForm], id, id), before.formData[id], after.formData[id], [
        `formData.${id}`,
      ]),
    ),
    ...changesOfPrice(before, after),
  ]
}
