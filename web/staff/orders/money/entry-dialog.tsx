import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { formatMoney } from '@trunkshow/contract/money.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { methodWords } from '@trunkshow/contract/payments/fields.ts'
import { type HandMethod, handMethods } from '@trunkshow/contract/payments/rules.ts'
import { entryInput, type OrderEntry } from '@trunkshow/contract/payments/schema.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { useState } from 'react'
import { api, call, freshKey } from '../../api/client.ts'
import { useCompanyZone } from '../../session/session-query.ts'
import { DateField } from '../../ui/form/date-field.tsx'
import { PriceField } from '../../ui/form/fields.tsx'
import { FormDialog, useCallForm } from '../../ui/form/form-dialog.tsx'
import { FieldRow } from '../../ui/form/form-shell.tsx'
import { useStoredChoice } from '../../ui/page/use-stored-choice.ts'
import { QuietText } from '../../ui/page/words.tsx'
import { useCacheOrder } from '../queries.ts'

/** What to record, and of a correction what it corrects. */
export type EntryTask =
  | { kind: 'payment'; amount: string }
  | { kind: 'refund' }
  | { kind: 'correction'; entry: OrderEntry }

const titles = { payment: 'Record payment', refund: 'Record refund', correction: 'Correct the amount' }
const done = { payment: 'Payment recorded', refund: 'Refund recorded', correction: 'Amount corrected' }

export const methodChoices = handMethods.map((value) => ({ value, label: methodWords[value] }))

interface EntryDialogProps {
  order: Order
  task: EntryTask
  onClose: () => void
}

/** Records a payment, a refund, or a correction (docs/product.md, Payments). */
export function EntryDialog({ order, task, onClose }: EntryDialogProps) {
  const { kind } = task
  const { money } = order
  const today = wallClock(new Date(), useCompanyZone()).date
  const [method, keepMethod] = useStoredChoice<HandMethod>('trunkshow-payment-method', 'card')
  // Recorded at most once, however often it is pressed: the key stays as long as the form.
  const [idempotencyKey] = useState(freshKey)
  const keep = useCacheOrder()
  const { entry } = { entry: undefined, ...task }
  const amount =
    task.kind === 'payment'
      ? task.amount
      : task.kind === 'refund'
        ? money.excess
        : task.entry.net.replace('-', '')
  const { form, dialog } = useCallForm({
    schema: entryInput,
    values: {
      kind,
      amount: Number(amount) === 0 && kind !== 'correction' ? '' : formatMoney(amount),
      method,
      receivedOn: today,
      reference: '',
      emailReceipt: true,
      corrects: entry?.id,
    },
    call: async (body) => {
      if (kind !== 'correction') keepMethod(body.method)
      return keep(await call(api.orders.addEntry, { params: { id: order.id }, body, idempotencyKey }))
    },
    done: done[kind],
    failed: `Couldn’t ${titles[kind].toLowerCase()}`,
    reloads: ['orders'],
    onClose,
  })
  const { getInputProps, setFieldValue, values } = form
  const balance = formatMoney(money.due)
  return (
    <FormDialog title={titles[kind]} submitLabel={titles[kind]} {...dialog}>
      <QuietText>
        {kind === 'payment' && `${formatMoney(money.due)} due of ${formatMoney(order.total)}.`}
        {kind === 'refund' &&
          `This order holds ${formatMoney(money.held)}. Give the money back yourself; this keeps the record.`}
        {entry &&
          `Recorded as ${formatMoney(entry.net.replace('-', ''))}. Enter the right amount, or 0 to undo it.`}
      </QuietText>
      <FieldRow>
        <PriceField label="Amount" required {...getInputProps('amount')} />
        {!entry && <NativeSelect label="Method" data={methodChoices} {...getInputProps('method')} />}
      </FieldRow>
      {kind === 'payment' && money.ask !== money.due && values.amount !== balance && (
        <div>
          <Button variant="subtle" ml="-md" onClick={() => setFieldValue('amount', balance)}>
            Use full balance, {balance}
          </Button>
        </div>
      )}
      <FieldRow>
        {!entry && (
          <DateField
            label={kind === 'refund' ? 'Refunded on' : 'Received on'}
            required
            {...getInputProps('receivedOn')}
          />
        )}
        <TextInput
          label="Reference"
          description="Optional, such as a check number. Receipts show it."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...getInputProps('reference')}
        />
      </FieldRow>
      {!entry && order.customerEmail && (
        <Checkbox
          label={`Email a receipt to ${order.customerEmail}`}
          {...getInputProps('emailReceipt', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  )
}
