import { TextInput } from '@mantine/core'
import { type Order, orderChange } from '@trunkshow/contract/orders/schema.ts'
import { api, call } from '../../api/client.ts'
import { DateField } from '../../ui/form/date-field.tsx'
import { ChoiceField } from '../../ui/form/fields.tsx'
import { FormDialog, useRecordForm } from '../../ui/form/form-dialog.tsx'
import { balanceChoices, depositHint } from '../../ui/form/terms-fields.ts'
import { useCacheOrder } from '../queries.ts'

const terms = orderChange.pick({ deposit: true, balanceDue: true, balanceDueOn: true })

/** What an order asks for first, and when for the rest (docs/product.md, Payments). */
export function TermsDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const keep = useCacheOrder()
  const { form, dialog } = useRecordForm({
    noun: 'payment terms',
    schema: () => terms,
    record: order,
    valuesOf: (order) => ({ ...order!.money.terms }),
    update: async ({ id }: Order, body) =>
      keep(await call(api.orders.update, { params: { id }, body: { templateVersion: undefined, ...body } })),
    reloads: ['orders'],
    onClose,
  })
  const { getInputProps, values } = form
  return (
    <FormDialog title="Payment terms" submitLabel="Save" {...dialog}>
      <TextInput label="Deposit" description={depositHint} {...getInputProps('deposit')} />
      <ChoiceField label="Balance due" choices={balanceChoices} {...getInputProps('balanceDue')} />
      {values.balanceDue === 'date' && <DateField label="Due on" {...getInputProps('balanceDueOn')} />}
    </FormDialog>
  )
}
