import { formatMoney } from '@trunkshow/contract/money.ts'
import { type Payment, refundInput } from '@trunkshow/contract/stripe/schema.ts'
import { api, call } from '../api/client.ts'
import { PriceField } from '../ui/form/fields.tsx'
import { FormDialog, useCallForm } from '../ui/form/form-dialog.tsx'
import { QuietText } from '../ui/page/words.tsx'

interface RefundDialogProps {
  orderId: number
  payment: Payment
  onClose: () => void
}

/** Gives a payment back to where it came from. */
export function RefundDialog({ orderId, payment, onClose }: RefundDialogProps) {
  const { form, dialog } = useCallForm({
    schema: refundInput,
    values: { amount: formatMoney(payment.refundable) },
    call: (body: { amount: string }) =>
      call(api.payments.refund, { params: { id: orderId, paymentId: payment.id }, body }),
    done: 'Refund sent to Stripe',
    failed: 'Failed to refund',
    reloads: ['orders'],
    onClose,
  })
  return (
    <FormDialog title="Refund through Stripe" submitLabel="Refund" pendingLabel="Refunding..." {...dialog}>
      <PriceField label="Amount" required {...form.getInputProps('amount')} />
      <QuietText>
        Goes back to the card or account it was paid from. Up to {formatMoney(payment.refundable)}.
      </QuietText>
    </FormDialog>
  )
}
