import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { stageChange } from '@trunkshow/contract/making/schema.ts'
import { orderName } from '@trunkshow/contract/orders/rules.ts'
import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import { type ReactNode, useState } from 'react'
import { api, CallError, call } from '../../api/client.ts'
import { makingQuery } from '../../making/queries.ts'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { FormDialog, useCallForm } from '../../ui/form/form-dialog.tsx'
import { QuietText } from '../../ui/page/words.tsx'
import { useCacheOrder } from '../queries.ts'

type Moved = Pick<OrderSummary, 'id' | 'orderNumber' | 'stageId'>
interface Move {
  order: Moved
  stageId: number | null
  sentence: string
}

/**
 * Moves orders to stages. One that starts before what the company wants first asks for a reason in a dialog.
 *
 * @returns the stages in order, the call, and the dialog to show
 */
export function useMove() {
  const { data: making } = useQuery(makingQuery())
  const [asked, setAsked] = useState<Move>()
  const keep = useCacheOrder()
  const move = useReportedCall({
    call: async ({ order, stageId }: Omit<Move, 'sentence'>) => {
      const body = { stageId, from: order.stageId }
      try {
        keep(await call(api.making.move, { params: { id: order.id }, body }))
      } catch (error) {
        const sentence = error instanceof CallError && error.fields.reason
        if (!sentence) throw error
        setAsked({ order, stageId, sentence })
      }
    },
    failedTo: 'move the order',
    reloads: ['orders'],
  })
  const dialog: ReactNode = asked && <ReasonDialog {...asked} onClose={() => setAsked(undefined)} />
  return { stages: making?.stages ?? [], move, dialog }
}

function ReasonDialog({ order, stageId, sentence, onClose }: Move & { onClose: () => void }) {
  const { form, dialog } = useCallForm({
    schema: stageChange.pick({ reason: true }),
    values: { reason: '' },
    call: ({ reason }) =>
      call(api.making.move, { params: { id: order.id }, body: { stageId, from: order.stageId, reason } }),
    done: 'Order started',
    failed: 'Failed to move the order',
    reloads: ['orders'],
    onClose,
  })
  return (
    <FormDialog
      title={`Start ${orderName(order).toLowerCase()}?`}
      submitLabel="Start"
      pendingLabel="Starting..."
      {...dialog}
    >
      <QuietText>{sentence}</QuietText>
      <Textarea label="Reason" rows={3} {...form.getInputProps('reason')} />
    </FormDialog>
  )
}
