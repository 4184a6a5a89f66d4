import { Checkbox, NativeSelect, Text } from '@mantine/core'
import { centsToDecimal, formatMoney, parseCents } from '@trunkshow/contract/money.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import type { HandMethod } from '@trunkshow/contract/payments/rules.ts'
import { cancelInput } from '@trunkshow/contract/payments/schema.ts'
import type { ReactNode } from 'react'
import { api, call } from '../../api/client.ts'
import { useMayDo } from '../../session/session-query.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { PriceField } from '../../ui/form/fields.tsx'
import { useCallForm } from '../../ui/form/form-dialog.tsx'
import { FieldRow, FormShell } from '../../ui/form/form-shell.tsx'
import { QuietButton, QuietText } from '../../ui/page/words.tsx'
import { useCacheOrder } from '../queries.ts'
import { methodChoices } from './entry-dialog.tsx'

interface CancelWithMoneyProps {
  order: Order
  /** What canceling does. */
  children: ReactNode
  onClose: () => void
}

/** Cancels an order that holds money: asks what of it is refunded now and what is kept (docs/product.md, Payments). */
export function CancelWithMoney({ order, children, onClose }: CancelWithMoneyProps) {
  const { held } = order.money
  const mayRefund = useMayDo('money.refund')
  const keepOrder = useCacheOrder()
  const { form, shell } = useCallForm({
    schema: cancelInput,
    values: { refund: '$0.00', method: 'card' as HandMethod, keep: '$0.00', emailReceipt: true },
    call: async (body) => keepOrder(await call(api.orders.cancel, { params: { id: order.id }, body })),
    done: 'Order canceled',
    failed: 'Failed to Cancel Order',
    reloads: ['orders'],
    onClose,
  })
  const { getInputProps, values } = form
  const rest = parseCents(held)! - (parseCents(values.refund) ?? 0) - (parseCents(values.keep) ?? 0)
  return (
    <Dialog title={`Cancel order #${order.orderNumber}?`} onClose={onClose}>
      <FormShell
        {...shell}
        submitLabel="Cancel order"
        pendingLabel="Canceling..."
        secondary={<QuietButton onClick={onClose}>Keep order</QuietButton>}
      >
        <QuietText>{children}</QuietText>
        <Text>It holds {formatMoney(held)}. What happens to it?</Text>
        {mayRefund && (
          <FieldRow>
            <PriceField label="Refund now" {...getInputProps('refund')} />
            <NativeSelect label="Method" data={methodChoices} {...getInputProps('method')} />
          </FieldRow>
        )}
        {order.customerEmail && (parseCents(values.refund) ?? 0) > 0 && (
          <Checkbox
            label="Email a receipt for the refund"
            {...getInputProps('emailReceipt', { type: 'checkbox' })}
          />
        )}
        <PriceField
          label="Keep"
          description="Such as a deposit you don’t return"
          {...getInputProps('keep')}
        />
        <QuietText aria-live="polite">
          {rest > 0
            ? `The other ${formatMoney(centsToDecimal(rest))} is marked as refund due.`
            : rest === 0
              ? 'Nothing is left to refund.'
              : `That is ${formatMoney(centsToDecimal(-rest))} more than it holds.`}
        </QuietText>
      </FormShell>
    </Dialog>
  )
}
