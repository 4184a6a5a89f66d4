import { Button, Group, Text } from '@mantine/core'
import { formatShortDate } from '@trunkshow/contract/dates.ts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { orderCan } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { methodWords } from '@trunkshow/contract/payments/fields.ts'
import type { OrderEntry } from '@trunkshow/contract/payments/schema.ts'
import { useState } from 'react'
import { useMayDo } from '../../session/session-query.ts'
import { ReasonButton } from '../../ui/feedback/reason-button.tsx'
import { lazy } from '../../ui/lazy/lazy.tsx'
import { Soft } from '../../ui/list/words.tsx'
import { QuietButton, QuietText } from '../../ui/page/quiet.tsx'
import { RowMenu } from '../../ui/table/row-menu.tsx'
import section from '../order-section.module.css'
import { OrderSection } from '../order-section.tsx'
import type { EntryTask } from './entry-dialog.tsx'

const EntryDialog = lazy(() => import('./entry-dialog.tsx'), 'EntryDialog')
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

/** What was paid on an order, refunded and corrected, what is due and by when (docs/product.md, Payments). */
export function MoneySection({ order }: { order: Order }) {
  const { money } = order
  const mayRefund = useMayDo('money.refund')
  const mayEdit = useMayDo('orders.edit')
  const [task, setTask] = useState<EntryTask>()
  const [editing, setEditing] = useState(false)
  const { deposit, balanceDue, balanceDueOn } = money.terms
  const isCanceled = order.status === 'cancelled'
  return (
    <OrderSection title="Payments">
      <table className={section.table} aria-label="Payments">
        <tbody>
          {money.entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} onCorrect={() => setTask({ kind: 'correction', entry })} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              {isCanceled ? 'Kept' : Number(money.due) > 0 ? dueWords(balanceDue, balanceDueOn) : 'Due'}
            </th>
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
      <Group gap="xs" mt="md">
        {mayRefund && Number(money.held) > 0 && (
          <QuietButton onClick={() => setTask({ kind: 'refund' })}>Record refund</QuietButton>
        )}
        {mayEdit && (
          <ReasonButton variant="default" reason={orderCan.edit(order)} onClick={() => setEditing(true)}>
            Payment terms
          </ReasonButton>
        )}
      </Group>
      {task && <EntryDialog order={order} task={task} onClose={() => setTask(undefined)} />}
      {editing && <TermsDialog order={order} onClose={() => setEditing(false)} />}
    </OrderSection>
  )
}

function dueWords(balanceDue: Order['money']['terms']['balanceDue'], on: string) {
  if (balanceDue === 'delivery') return 'Due before delivery'
  return balanceDue === 'date' && on ? `Due by ${formatShortDate(on)}` : 'Due'
}

interface EntryRowProps {
  entry: OrderEntry
  onCorrect: () => void
}

function EntryRow({ entry, onCorrect }: EntryRowProps) {
  const { kind, amount, net, method, receivedOn, reference, userName, provider } = entry
  const mayCorrect = useMayDo(kind === 'refund' ? 'money.refund' : 'money.record')
  const name =
    kind === 'payment'
      ? methodWords[method]
      : kind === 'refund'
        ? `Refund, ${methodWords[method].toLowerCase()}`
        : 'Correction'
  return (
    <tr data-first>
      <th scope="row">
        {name}
        <Text span display="block">
          <Soft>{[formatShortDate(receivedOn), reference, userName].filter(Boolean).join(' · ')}</Soft>
        </Text>
      </th>
      <td>
        {formatMoney(amount)}
        {net !== amount && (
          <Text span display="block">
            <Soft>now {formatMoney(net)}</Soft>
          </Text>
        )}
      </td>
      <td>
        {mayCorrect && kind !== 'correction' && !provider && (
          <RowMenu
            name={`${name}, ${formatMoney(amount)}`}
            tasks={[{ label: 'Correct the amount', onRun: onCorrect }]}
          />
        )}
      </td>
    </tr>
  )
}
