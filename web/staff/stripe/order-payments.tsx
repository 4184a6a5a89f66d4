import { Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { centsToDecimal, formatMoney } from '@trunkshow/contract/money.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import type { PayPurpose, RequestState } from '@trunkshow/contract/stripe/rules.ts'
import { linkInput, type Payment, refundInput } from '@trunkshow/contract/stripe/schema.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { api, call } from '../api/client.ts'
import { useEmailTime } from '../emails/email-words.ts'
import { useMayDo } from '../session/session-query.ts'
import { Loaded } from '../ui/feedback/notice.tsx'
import { ReasonButton, RowButton } from '../ui/feedback/reason-button.tsx'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { PriceField } from '../ui/form/fields.tsx'
import { FormDialog, useCallForm } from '../ui/form/form-dialog.tsx'
import { Soft, Tag } from '../ui/list/words.tsx'
import { QuietButton, QuietText } from '../ui/page/quiet.tsx'
import { paymentsQuery } from './queries.ts'

const reloads = ['orders']

/** The payments of an order by link: what is open, on its way, paid and given back, and the link itself. */
export function OrderPayments({ order }: { order: Order }) {
  const query = useQuery(paymentsQuery(order.id))
  const mayAsk = useMayDo('money.record')
  const [asking, setAsking] = useState(false)
  const [refunding, setRefunding] = useState<Payment>()
  return (
    <Loaded query={query} noun="payments" failed="Couldn’t load online payments" skeleton={{ height: 60 }}>
      {({ payments, purposes, reason }) => (
        <Stack gap="sm">
          {payments.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} onRefund={() => setRefunding(payment)} />
          ))}
          {payments.length === 0 && <QuietText>{reason ?? 'Nothing paid online yet.'}</QuietText>}
          {mayAsk && (
            <div>
              <ReasonButton variant="default" reason={reason} onClick={() => setAsking(true)}>
                Payment link
              </ReasonButton>
            </div>
          )}
          {asking && <LinkDialog order={order} purposes={purposes} onClose={() => setAsking(false)} />}
          {refunding && (
            <RefundDialog orderId={order.id} payment={refunding} onClose={() => setRefunding(undefined)} />
          )}
        </Stack>
      )}
    </Loaded>
  )
}

const states: Record<RequestState, readonly [word: string, tone: 'good' | 'warn' | 'bad' | 'plain']> = {
  open: ['Waiting', 'warn'],
  onTheWay: ['On its way', 'warn'],
  paid: ['Paid', 'good'],
  expired: ['Ended', 'plain'],
  failed: ['Failed', 'bad'],
}
const names = { deposit: 'Deposit', balance: 'Balance', amount: 'Part payment', refund: 'Refund' }

function PaymentRow({ payment, onRefund }: { payment: Payment; onRefund: () => void }) {
  const { purpose, amount, state, createdAt, refundable, dispute, problem } = payment
  const formatTime = useEmailTime()
  const mayRefund = useMayDo('money.refund')
  const [word, tone] =
    purpose === 'refund' && state === 'paid' ? (['Refunded', 'plain'] as const) : states[state]
  const what = `${names[purpose]} of ${formatMoney(amount)}`
  return (
    <div>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="start">
        <Text>
          {what} <Soft>{formatTime(createdAt)}</Soft>
        </Text>
        <Tag tone={tone}>{word}</Tag>
      </Group>
      {problem && <Text c="bad">{problem}</Text>}
      {dispute && <Text c={dispute.status === 'won' ? 'dimmed' : 'bad'}>{wordsOf(dispute, formatTime)}</Text>}
      {mayRefund && Number(refundable) > 0 && <RowButton label="Refund" of={what} onClick={onRefund} />}
    </div>
  )
}

function wordsOf(
  { status, cents, reason, dueBy }: NonNullable<Payment['dispute']>,
  format: (at: string) => string,
) {
  const amount = formatMoney(centsToDecimal(cents))
  if (status === 'won') return `The dispute of ${amount} ended in your favor.`
  if (status === 'lost') return `The dispute of ${amount} was lost. The bank took the money back.`
  const why = reason === 'general' ? '' : ` (${reason.replaceAll('_', ' ')})`
  return `The customer’s bank disputes ${amount}${why}. Answer in Stripe${dueBy ? ` by ${format(dueBy)}` : ''}.`
}

const purposeLabels: Record<PayPurpose, string> = {
  deposit: 'The deposit',
  balance: 'The balance',
  amount: 'Another amount',
}

interface LinkDialogProps {
  order: Order
  purposes: { purpose: PayPurpose; amount: string }[]
  onClose: () => void
}

/** Emails the link to pay, or copies it. */
function LinkDialog({ order, purposes, onClose }: LinkDialogProps) {
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
    reloads,
    onClose,
  })
  const copy = useReportedCall({
    call: async () => {
      const { link } = await call(api.payments.link, { params, body: asked(form.values, false) })
      clipboard.copy(link)
    },
    done: 'Payment link copied',
    failed: 'Failed to copy the payment link',
    reloads,
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

interface RefundDialogProps {
  orderId: number
  payment: Payment
  onClose: () => void
}

function RefundDialog({ orderId, payment, onClose }: RefundDialogProps) {
  const { form, dialog } = useCallForm({
    schema: refundInput,
    values: { amount: formatMoney(payment.refundable) },
    call: (body: { amount: string }) =>
      call(api.payments.refund, { params: { id: orderId, paymentId: payment.id }, body }),
    done: 'Refund sent to Stripe',
    failed: 'Failed to refund',
    reloads,
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
