import { Group, NativeSelect, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDate, formatTime } from '@trunkshow/contract/dates.ts'
import type { DiscountCode } from '@trunkshow/contract/discounts/schema.ts'
import { orderCan, orderName } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { taxOf } from '@trunkshow/contract/prices/rules.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { useRef, useState } from 'react'
import { api, call, isMissing, sentenceOf } from '../../api/client.ts'
import { AssigneeField } from '../../company/assignee-field.tsx'
import { taxRatesQuery } from '../../company/queries.ts'
import { ShippingAddress } from '../../customers/address-lines.tsx'
import { codeChoice, usableCodesQuery } from '../../discounts/queries.ts'
import { useCompanyZone, useMayDo } from '../../session/session-query.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Notice, NotLoaded, RetryLine } from '../../ui/feedback/notice.tsx'
import { ReasonButton } from '../../ui/feedback/reason-button.tsx'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { LeaveGuard, useCloseGuard } from '../../ui/form/form-shell.tsx'
import { lazy, WaitingPart } from '../../ui/lazy/lazy.tsx'
import { Facts } from '../../ui/page/facts.tsx'
import { MailLink } from '../../ui/page/page-header.tsx'
import { OrderStatusTag, PersonLink, QuietText, Soft } from '../../ui/page/words.tsx'
import { RowMenu } from '../../ui/table/row-menu.tsx'
import columns from '../list/order-columns.module.css'
import { openPrint } from '../list/order-files.tsx'
import { MakingSection } from '../making/making-section.tsx'
import { MoneySection, RecordPayment } from '../money/money-section.tsx'
import { OrderFacts } from '../money/order-facts.tsx'
import { OrderSection, PriceTable, priceWith } from '../order-section.tsx'
import { AgreementSection } from '../proposals/agreement-section.tsx'
import { orderQuery, useCacheOrder } from '../queries.ts'
import { OrderStore } from '../store/order-store.tsx'
import { DeleteOrderDialog } from './delete-order-dialog.tsx'
import {
  AttachmentList,
  attachmentsOutsideForm,
  FormDetails,
  FormerDetails,
  LineDetails,
} from './form-details.tsx'
import { NewerMeasurements } from './newer-measurements.tsx'
import { StatusControl } from './status-control.tsx'
import { Timeline, useComment } from './timeline.tsx'

const OrderEditor = lazy(() => import('../form/order-editor.tsx'), 'OrderEditor', WaitingPart)

/** One order over the list, to view or edit. */
export function OrderDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(orderQuery(id))
  /** The order when editing began. */
  const [edited, setEdited] = useState<Order>()
  const comment = useComment(id)
  const hasEdits = useRef<() => boolean>(null)
  const isEdited = () => hasEdits.current?.() ?? false
  const isDirty = () => isEdited() || comment.form.values.comment.trim() !== ''
  const stopEditing = () => setEdited(undefined)
  const closing = useCloseGuard(isDirty, onClose)
  const discarding = useCloseGuard(isEdited, stopEditing)
  // Another user may delete the order while it is open; the query keeps its data.
  const order = isMissing(query.error) ? undefined : query.data
  return (
    <Dialog
      title={order ? orderName(order) : 'Order'}
      width={1040}
      onClose={closing.close}
      tag={order && <OrderStatusTag status={order.status} />}
      buttons={order && !edited && <OrderButtons order={order} onEdit={() => setEdited(order)} />}
    >
      {!order && (
        <NotLoaded
          query={query}
          noun="order"
          failed="Couldn’t load the order"
          missing={
            <Notice title={sentenceOf(query.error, 'Order not found.')}>
              It may have been deleted, or the link may be wrong.
            </Notice>
          }
        />
      )}
      {order && !edited && <OrderView order={order} comment={comment} onDeleted={onClose} />}
      {edited && (
        <OrderEditor
          start={{ order: edited }}
          hasEdits={hasEdits}
          onSaved={stopEditing}
          onCancel={discarding.close}
        />
      )}
      <LeaveGuard isDirty={isDirty} />
      {closing.question}
      {discarding.question}
    </Dialog>
  )
}

/** Beside a viewed order's title. */
function OrderButtons({ order, onEdit }: { order: Order; onEdit: () => void }) {
  const mayEdit = useMayDo('orders.edit')
  const which = { ids: [order.id] }
  return (
    <>
      <RowMenu
        name={orderName(order)}
        tasks={[
          { label: 'Print', onRun: () => openPrint(which) },
          { label: 'Print without prices', onRun: () => openPrint(which, 'maker') },
          { label: 'Packing slip', onRun: () => openPrint(which, 'slip') },
        ]}
      />
      {mayEdit && (
        <ReasonButton variant="default" reason={orderCan.edit(order)} onClick={onEdit}>
          Edit
        </ReasonButton>
      )}
      <RecordPayment order={order} />
    </>
  )
}

const EmailsOf = lazy(() => import('../../emails/emails-of.tsx'), 'EmailsOf', WaitingPart)

interface OrderViewProps {
  order: Order
  comment: ReturnType<typeof useComment>
  onDeleted: () => void
}

/** An order's details and actions. */
function OrderView({ order, comment, onDeleted }: OrderViewProps) {
  const mayEdit = useMayDo('orders.edit')
  const mayResend = useMayDo('bookings.manage')
  const mayDelete = useMayDo('orders.delete')
  const mayDiscount = useMayDo('discounts.apply')
  const [deleting, setDeleting] = useState(false)
  return (
    <>
      <OrderFacts order={order} />
      <div className={columns.columns}>
        <div>
          <OrderSection title="Form details">
            <FormDetails order={order} />
            <NewerMeasurements order={order} />
          </OrderSection>
          <LineDetails order={order} />
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
            <TaxNote order={order} />
            {mayDiscount && <DiscountControl order={order} />}
          </OrderSection>
          <MoneySection order={order} />
          <AgreementSection order={order} />
          <MakingSection order={order} />
          {mayEdit && (
            <OrderSection title="Status">
              <StatusControl order={order} />
            </OrderSection>
          )}
          <OrderSection title="Customer">
            <CustomerDetails order={order} />
            <AssigneeField mt="sm" of="orders" id={order.id} assignee={order.assignee} />
          </OrderSection>
          <OrderSection title="Emails">
            <EmailsOf about={{ orderId: order.id }} mayResend={mayResend} />
          </OrderSection>
          <OrderSection title="Shopify">
            <OrderStore order={order} />
          </OrderSection>
          {mayDelete && (
            <ReasonButton
              variant="subtle"
              color="bad"
              mt="lg"
              ml="-md"
              reason={orderCan.delete(order.money.entries)}
              onClick={() => setDeleting(true)}
            >
              Delete order
            </ReasonButton>
          )}
        </div>
        <div>
          <OrderSection title="History">
            <Timeline orderId={order.id} comment={mayEdit ? comment : undefined} />
          </OrderSection>
        </div>
        {deleting && (
          <DeleteOrderDialog order={order} onClose={() => setDeleting(false)} onDone={onDeleted} />
        )}
      </div>
    </>
  )
}

/** Applies a discount code or removes it: shown at once, reverted if rejected (docs/product.md, Using a code). */
function DiscountControl({ order }: { order: Order }) {
  const { id, discount } = order
  const list = useQuery(usableCodesQuery(useCompanyZone()))
  const codes = list.data ?? []
  const client = useQueryClient()
  const keep = useCacheOrder()
  const apply = useReportedCall({
    call: async (code: DiscountCode | null) => {
      const { queryKey } = orderQuery(id)
      const before = client.getQueryData(queryKey)
      await client.cancelQueries({ queryKey })
      if (before) client.setQueryData(queryKey, discounted(before, code))
      try {
        const body = { discountCodeId: code?.id ?? null }
        return keep(await call(api.orders.applyDiscount, { params: { id }, body }))
      } catch (error) {
        client.setQueryData(queryKey, before)
        throw error
      }
    },
    failed: 'Failed to apply discount code.',
    reloads: ['orders'],
  })
  const current = discount ? String(discount.discountCodeId) : ''
  const [picked, setPicked] = useState<string>()
  const chosen = picked ?? current
  const removes = chosen === '' && discount !== null
  const refusal = orderCan.edit(order)
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
        disabled={refusal !== null}
        onChange={({ currentTarget }) => setPicked(currentTarget.value)}
        data={[
          { value: '', label: 'No discount' },
          ...(discount ? [{ value: current, label: `${discount.code}, ${discount.percent}% off` }] : []),
          ...codes.filter(({ id }) => id !== discount?.discountCodeId).map(codeChoice),
        ]}
      />
      <ReasonButton
        variant="default"
        aria-label={removes ? 'Remove discount' : 'Apply discount'}
        reason={refusal ?? (chosen === current ? 'Select a different discount code first.' : null)}
        onClick={handleApply}
      >
        {removes ? 'Remove' : 'Apply'}
      </ReasonButton>
      {list.isError && !list.data && <RetryLine list={list}>Couldn’t load discount codes.</RetryLine>}
    </Group>
  )
}

/** Why an order has no tax, if the company collects any. */
function TaxNote({ order }: { order: Order }) {
  const rates = useQuery(taxRatesQuery()).data ?? {}
  if (order.taxRate !== null) return null
  const { note } = taxOf({ exempt: order.taxExempt, state: order.customerState, rates })
  return note && <QuietText mt="xs">{note}</QuietText>
}

function discounted(order: Order, code: DiscountCode | null): Order {
  const discount = code && { code: code.code, percent: code.discountValue, discountCodeId: code.id }
  const price = priceWith({ ...order, discount })
  return { ...order, discount, price, total: price.total }
}

const none = <Soft>Not provided</Soft>

/** The customer, shipping address and event, as they were when the order was taken. */
function CustomerDetails({ order }: { order: Order }) {
  const { customerId, customerName, customerEmail, customerPhone, event, timeSlot, booking } = order
  const zone = useCompanyZone()
  const facts = {
    Name: <PersonLink customerId={customerId}>{customerName}</PersonLink>,
    Email: customerEmail ? <MailLink email={customerEmail} /> : none,
    Phone: customerPhone || none,
    'Ships to': order.customerAddress ? <ShippingAddress order={order} /> : none,
    Event: (
      <>
        {event ? (
          <Link to="/bookings/$id" params={{ id: String(event.id) }}>
            {event.name}
          </Link>
        ) : (
          <Soft>No event</Soft>
        )}
        {timeSlot && (
          <Text>
            {formatDate(timeSlot.slotDate)}, {formatTime(timeSlot.startTime, timeSlot.zone)}
          </Text>
        )}
        {booking && booking.attendeeName !== customerName && (
          <Text>
            Booked by <PersonLink bookingId={order.bookingId}>{booking.attendeeName}</PersonLink>
          </Text>
        )}
      </>
    ),
    'Order date': formatDate(wallClock(new Date(order.createdAt), zone).date),
  }
  return <Facts width={76} facts={facts} />
}
