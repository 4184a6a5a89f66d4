import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatShortDate } from '@trunkshow/contract/dates.ts'
import { centsToDecimal, formatMoney } from '@trunkshow/contract/money.ts'
import { orderCan } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { urlOf } from '@trunkshow/contract/paths.ts'
import { dueWords, entryName } from '@trunkshow/contract/payments/fields.ts'
import type { OrderEntry } from '@trunkshow/contract/payments/schema.ts'
import type { Dispute, Payment } from '@trunkshow/contract/stripe/schema.ts'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useEmailTime } from '../../emails/email-words.ts'
import { useMayDo } from '../../session/session-query.ts'
import { paymentsQuery } from '../../stripe/queries.ts'
import { RetryLine } from '../../ui/feedback/notice.tsx'
import { ReasonButton } from '../../ui/feedback/reason-button.tsx'
import { lazy } from '../../ui/lazy/lazy.tsx'
import { QuietText, Soft, SubtleButton, Tag } from '../../ui/page/words.tsx'
import { RowMenu } from '../../ui/table/row-menu.tsx'
import section from '../order-section.module.css'
import { OrderSection } from '../order-section.tsx'
import type { EntryTask } from './entry-dialog.tsx'

const EntryDialog = lazy(() => import('./entry-dialog.tsx'), 'EntryDialog')
const LinkDialog = lazy(() => import('../../stripe/link-dialog.tsx'), 'LinkDialog')
const RefundDialog = lazy(() => import('../../stripe/refund-dialog.tsx'), 'RefundDialog')
const TermsDialog = lazy(() => import('./terms-dialog.tsx'), 'TermsDialog')

/** The button that records the next payment of an order, with the amount to ask for; none if nothing is due. */
export function RecordPayment({ order }: { order: Order }) {
  const mayRecord = useMayDo('money.record')
  const [opened, setOpened] = useState(false)
  const { ask } = order.money
  return (
    <>
      {mayRecord && Number(ask) > 0 && <Button onClick={() => setOpened(true)}>Record payment</Button>}
      {opened && (
        <EntryDialog order={order} task={{ kind: 'payment', amount: ask }} onClose={() => setOpened(false)} />
      )}
    </>
  )
}

/** What to do in a dialog. */
type Task = EntryTask | { kind: 'terms' } | { kind: 'link' } | { kind: 'return'; payment: Payment }

/** An order's payments, refunds and corrections, those by link that aren't counted yet, and what is due (docs/product.md, Payments). */
export function MoneySection({ order }: { order: Order }) {
  const { money } = order
  const mayRecord = useMayDo('money.record')
  const mayRefund = useMayDo('money.refund')
  const mayEdit = useMayDo('orders.edit')
  const online = useQuery(paymentsQuery(order.id))
  const { payments = [], purposes = [], reason = 'Loading...' } = online.data ?? {}
  const [task, setTask] = useState<Task>()
  const close = () => setTask(undefined)
  const { deposit } = money.terms
  const isCanceled = order.status === 'cancelled'
  return (
    <OrderSection title="Payments">
      <table className={section.table} aria-label="Payments">
        <tbody>
          {money.entries.map((entry) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              payment={payments.find(({ entryId }) => entryId === entry.id)}
              onTask={setTask}
            />
          ))}
          {payments
            .filter(
              ({ state, entryId }) => state !== 'expired' && !money.entries.some(({ id }) => id === entryId),
            )
            .map((payment) => (
              <UncountedRow key={`link ${payment.id}`} payment={payment} />
            ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{isCanceled ? 'Kept' : Number(money.due) > 0 ? dueWords(money.terms) : 'Due'}</th>
            <td colSpan={2}>{formatMoney(isCanceled ? money.kept : money.due)}</td>
          </tr>
        </tfoot>
      </table>
      {deposit && !isCanceled && (
        <QuietText>
          Deposit {deposit.endsWith('%') && `${deposit}, `}
          {formatMoney(money.deposit)}
        </QuietText>
      )}
      {online.isError && !online.data && <RetryLine list={online}>Couldn’t load online payments.</RetryLine>}
      <Group gap="xs" mt="md">
        {mayRecord && (
          <ReasonButton variant="default" reason={reason} onClick={() => setTask({ kind: 'link' })}>
            Send payment link
          </ReasonButton>
        )}
        {mayRefund && Number(money.held) > 0 && (
          <SubtleButton px="xs" onClick={() => setTask({ kind: 'refund' })}>
            Record refund
          </SubtleButton>
        )}
        <SubtleButton
          px="xs"
          component="a"
          download
          href={urlOf(api.orders.statement.path, { id: order.id }, {})}
        >
          Statement
        </SubtleButton>
        {mayEdit && (
          <ReasonButton
            variant="subtle"
            px="xs"
            reason={orderCan.edit(order)}
            onClick={() => setTask({ kind: 'terms' })}
          >
            Change terms
          </ReasonButton>
        )}
      </Group>
      {task?.kind === 'terms' ? (
        <TermsDialog order={order} onClose={close} />
      ) : task?.kind === 'link' ? (
        <LinkDialog order={order} purposes={purposes} onClose={close} />
      ) : task?.kind === 'return' ? (
        <RefundDialog orderId={order.id} payment={task.payment} onClose={close} />
      ) : (
        task && <EntryDialog order={order} task={task} onClose={close} />
      )}
    </OrderSection>
  )
}

interface EntryRowProps {
  entry: OrderEntry
  /** Through Stripe. */
  payment: Payment | undefined
  onTask: (task: Task) => void
}

function EntryRow({ entry, payment, onTask }: EntryRowProps) {
  const { kind, amount, net, receivedOn, reference, userName, provider } = entry
  const mayCorrect = useMayDo(kind === 'refund' ? 'money.refund' : 'money.record')
  const mayRefund = useMayDo('money.refund')
  const formatTime = useEmailTime()
  const dispute = payment?.dispute
  const name = entryName(entry)
  return (
    <tr data-first>
      <th scope="row">
        {name}
        <Line>{[formatShortDate(receivedOn), reference, userName].filter(Boolean).join(' · ')}</Line>
        {dispute && (
          <Line c={dispute.status === 'won' ? 'dimmed' : 'bad'}>{wordsOf(dispute, formatTime)}</Line>
        )}
      </th>
      <td>
        {formatMoney(amount)}
        {net !== amount && <Line>now {formatMoney(net)}</Line>}
      </td>
      <td>
        <RowMenu
          name={`${name}, ${formatMoney(amount)}`}
          tasks={[
            mayCorrect &&
              kind !== 'correction' &&
              !provider && {
                label: 'Correct the amount',
                onRun: () => onTask({ kind: 'correction', entry }),
              },
            mayRefund &&
              payment !== undefined &&
              Number(payment.refundable) > 0 && {
                label: 'Refund through Stripe',
                onRun: () => onTask({ kind: 'return', payment }),
              },
          ]}
        />
      </td>
    </tr>
  )
}

/** A line of its own below the words of a row. */
const Line = Text.withProps({ span: true, display: 'block', c: 'dimmed' })

const states = {
  open: ['Waiting', 'warn'],
  onTheWay: ['On its way', 'warn'],
  paid: ['Paid', 'good'],
  failed: ['Failed', 'bad'],
  expired: ['Ended', 'plain'],
} as const
const names = {
  deposit: 'Deposit link',
  balance: 'Balance link',
  amount: 'Payment link',
  refund: 'Stripe refund',
}

function UncountedRow({ payment: { purpose, amount, state, createdAt, problem } }: { payment: Payment }) {
  const formatTime = useEmailTime()
  const [word, tone] = states[state]
  return (
    <tr data-first>
      <th scope="row">
        {names[purpose]}
        <Line>{formatTime(createdAt)}</Line>
        {problem && <Line c="bad">{problem}</Line>}
      </th>
      <td>
        <Soft>{formatMoney(amount)}</Soft>
        <Line>
          <Tag tone={tone}>{word}</Tag>
        </Line>
      </td>
      <td />
    </tr>
  )
}

function wordsOf({ status, cents, reason, dueBy }: Dispute, format: (at: string) => string) {
  const amount = formatMoney(centsToDecimal(cents))
  if (status === 'won') return `The dispute of ${amount} ended in your favor.`
  if (status === 'lost') return `The dispute of ${amount} was lost. The bank took the money back.`
  const why = reason === 'general' ? '' : ` (${reason.replaceAll('_', ' ')})`
  return `The customer’s bank disputes ${amount}${why}. Answer in Stripe${dueBy ? ` by ${format(dueBy)}` : ''}.`
}
