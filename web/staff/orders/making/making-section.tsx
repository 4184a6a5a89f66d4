import { NativeSelect } from '@mantine/core'
import { formatDate } from '@trunkshow/contract/dates.ts'
import { makingMessages } from '@trunkshow/contract/making/messages.ts'
import { isOpen } from '@trunkshow/contract/making/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { useMayDo } from '../../session/session-query.ts'
import { Facts } from '../../ui/page/facts.tsx'
import { QuietText } from '../../ui/page/words.tsx'
import { OrderSection } from '../order-section.tsx'
import { useDueWords } from './due-words.ts'
import { useMove } from './use-move.tsx'

/** How far an order is, and by when it is promised. */
export function MakingSection({ order }: { order: Order }) {
  const mayEdit = useMayDo('orders.edit')
  const { stages, move, dialog } = useMove()
  const words = useDueWords()
  const { stageId, stageSince, neededBy, promisedOn } = order
  return (
    <OrderSection title="Making">
      <Facts
        facts={{
          Promised: promisedOn ? words(order) : 'No date yet',
          'Needed by': neededBy && formatDate(neededBy),
          Since: stageSince && formatDate(stageSince),
        }}
      />
      {mayEdit && isOpen(order) && stages.length > 0 ? (
        <NativeSelect
          label="Stage"
          mt="sm"
          value={stageId ?? ''}
          disabled={move.isPending}
          onChange={({ currentTarget: { value } }) =>
            move.mutate({ order, stageId: value === '' ? null : Number(value) })
          }
          data={[
            { value: '', label: 'Not started' },
            ...stages.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      ) : (
        !isOpen(order) && <QuietText>{makingMessages.notOpen}</QuietText>
      )}
      {dialog}
    </OrderSection>
  )
}
