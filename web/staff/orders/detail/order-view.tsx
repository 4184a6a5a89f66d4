import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { orderCan } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { useState } from 'react'
import { usableCodesQuery } from '../../discounts/queries.ts'
import { useCompanyZone, useMayDo } from '../../session/session-query.ts'
import { ReasonButton } from '../../ui/feedback/reason-button.tsx'
import { RetryLine } from '../../ui/feedback/retry-line.tsx'
import { lazy, WaitingPart } from '../../ui/lazy/lazy.tsx'
import columns from '../list/order-columns.module.css'
import { OrderSection } from '../order-section.tsx'
import { PriceTable } from '../price-table.tsx'
import { OrderStore } from '../store/order-store.tsx'
import { CustomerDetails } from './customer-details.tsx'
import { DeleteOrderDialog } from './delete-order-dialog.tsx'
import { AttachmentList, attachmentsOutsideForm, FormDetails, FormerDetails } from './form-details.tsx'
import { useApplyDiscount } from './order-calls.ts'
import { StatusControl } from './status-control.tsx'
import { Timeline } from './timeline.tsx'

const EmailsOf = lazy(() => import('../../emails/emails-of.tsx'), 'EmailsOf', WaitingPart)

interface OrderViewProps {
  order: Order
  /** A comment being written. */
  comment: string
  onComment: (comment: string) => void
  onDeleted: () => void
}

/** An order's details and actions. */
export function OrderView({ order, comment, onComment, onDeleted }: OrderViewProps) {
  const mayEdit = useMayDo('orders.edit')
  const mayResend = useMayDo('bookings.manage')
  const mayDelete = useMayDo('orders.delete')
  const mayDiscount = useMayDo('discounts.apply')
  const [deleting, setDeleting] = useState(false)
  return (
    <div className={columns.columns}>
      <div>
        <OrderSection title="Form details">
          <FormDetails order={order} />
        </OrderSection>
        <FormerDetails order={order} />
        <OrderSection title="Attachments">
          <AttachmentList attachments={attachmentsOutsideForm(order)} />
        </OrderSection>
        <OrderSection title="Notes">
          <Text c={order.notes ? undefined : 'dimmed'} style={{ whiteSpace: 'pre-line' }}>
            {order.notes || 'Not provided'}
          </Text>
        </OrderSection>
      </div>
      <div>
        <OrderSection title="Price">
          <PriceTable price={order.price} />
          {mayDiscount && <DiscountControl order={order} />}
        </OrderSection>
        {mayEdit && (
          <OrderSection title="Status">
            <StatusControl order={order} />
          </OrderSection>
        )}
        <OrderSection title="Customer">
          <CustomerDetails order={order} />
        </OrderSection>
        {order.bookingId !== null && (
          <OrderSection title="Emails">
            <EmailsOf about={{ bookingId: order.bookingId }} mayResend={mayResend} />
          </OrderSection>
        )}
        <OrderSection title="Shopify">
          <OrderStore order={order} />
        </OrderSection>
        {mayDelete && (
          <Button variant="subtle" color="bad" mt="lg" ml="-md" onClick={() => setDeleting(true)}>
            Delete order
          </Button>
        )}
      </div>
      <div>
        <OrderSection title="History">
          <Timeline orderId={order.id} mayComment={mayEdit} comment={comment} onComment={onComment} />
        </OrderSection>
      </div>
      {deleting && (
        <DeleteOrderDialog order={order} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
      )}
    </div>
  )
}

const CARRIED = 'carried'

/** Applies an available discount code to an order, or removes it (docs/product.md, Using a code). */
function DiscountControl({ order }: { order: Order }) {
  const { discount } = order
  const list = useQuery(usableCodesQuery(useCompanyZone()))
  const codes = list.data ?? []
  const apply = useApplyDiscount(order.id)
  const current = discount ? CARRIED : ''
  const [picked, setPicked] = useState<string>()
  const chosen = picked ?? current
  const reason =
    orderCan.edit(order) ?? (chosen === current ? 'Select a different discount code first.' : null)
  const handleApply = () => {
    apply.mutate(codes.find(({ id }) => String(id) === chosen) ?? null)
    setPicked(undefined)
  }
  return (
    <Group align="end" mt="md">
      <NativeSelect
        flex={1}
        label="Discount code"
        value={chosen}
        disabled={orderCan.edit(order) !== null}
        onChange={({ currentTarget }) => setPicked(currentTarget.value)}
        data={[
          { value: '', label: 'No discount' },
          ...(discount ? [{ value: CARRIED, label: `${discount.code}, ${discount.percent}% off` }] : []),
          ...codes
            .filter(({ id }) => id !== discount?.discountCodeId)
            .map(({ id, code, discountValue }) => ({
              value: String(id),
              label: `${code}, ${discountValue}% off`,
            })),
        ]}
      />
      <ReasonButton
        variant="default"
        aria-label={chosen === '' && discount ? 'Remove discount' : 'Apply discount'}
        reason={reason}
        onClick={handleApply}
      >
        {chosen === '' && discount ? 'Remove' : 'Apply'}
      </ReasonButton>
      {list.isError && !list.data && <RetryLine list={list}>Couldn’t load discount codes.</RetryLine>}
    </Group>
  )
}
