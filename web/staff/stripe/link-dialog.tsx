import { NativeSelect } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { formatMoney } from '@trunkshow/contract/money.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import type { PayPurpose } from '@trunkshow/contract/stripe/rules.ts'
import { linkInput, type OrderPayments } from '@trunkshow/contract/stripe/schema.ts'
import type { z } from 'zod'
import { api, call } from '../api/client.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { PriceField } from '../ui/form/fields.tsx'
import { FormDialog, useCallForm } from '../ui/form/form-dialog.tsx'
import { QuietButton, QuietText } from '../ui/page/words.tsx'

const purposeLabels: Record<PayPurpose, string> = {
  deposit: 'The deposit',
  balance: 'The balance',
  amount: 'Another amount',
}

interface LinkDialogProps extends Pick<OrderPayments, 'purposes'> {
  order: Order
  onClose: () => void
}

/** Emails the link to pay an order, or copies it. */
export function LinkDialog({ order, purposes, onClose }: LinkDialogProps) {
  const clipboard = useClipboard({ timeout: 2000 })
  const params = { id: order.id }
  const { form, dialog } = useCallForm({
    schema: linkInput,
    values: { purpose: purposes[0]?.purpose ?? 'balance', amount: undefined, email: true } as z.input<
      typeof linkInput
    >,
    call: (body) => call(api.payments.link, { params, body: asked(body, true) }),
    done: `Payment link sent to ${order.customerEmail}`,
    failed: 'Failed to send the payment link',
    reloads: ['orders'],
    onClose,
  })
  const copy = useReportedCall({
    call: async () => {
      const { link } = await call(api.payments.link, { params, body: asked(form.values, false) })
      clipboard.copy(link)
    },
    done: 'Payment link copied',
    failed: 'Failed to copy the payment link',
    reloads: ['orders'],
    keepsForm: true,
  })
  return (
    <FormDialog title="Payment link" submitLabel="Send payment link" pendingLabel="Sending..." {...dialog}>
      <NativeSelect
        label="Ask for"
        data={purposes.map(({ purpose, amount }) => ({
          value: purpose,
          label:
            purpose === 'amount'
              ? purposeLabels[purpose]
              : `${purposeLabels[purpose]}, ${formatMoney(amount)}`,
        }))}
        {...form.getInputProps('purpose')}
      />
      {form.values.purpose === 'amount' && (
        <PriceField
          label="Amount"
          required
          {...form.getInputProps('amount')}
          value={String(form.values.amount ?? '')}
        />
      )}
      <QuietText>
        Goes to {order.customerEmail}. The link works until the order is paid, and always asks for what is due
        then.
      </QuietText>
      <div>
        <QuietButton disabled={copy.isPending} onClick={() => copy.mutate(undefined)}>
          {clipboard.copied ? 'Copied' : 'Copy link'}
        </QuietButton>
      </div>
    </FormDialog>
  )
}

const asked = ({ purpose, amount }: z.input<typeof linkInput>, email: boolean) => ({
  purpose,
  email,
  ...(purpose === 'amount' && { amount: amount ?? '' }),
})
