import { Group, Text } from '@mantine/core'
import { formatShortDate } from '@trunkshow/contract/dates.ts'
import type { FollowUp } from '@trunkshow/contract/follow-ups/schema.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import type { ReactNode } from 'react'
import { useCompanyZone, useMayDo } from '../session/session-query.ts'
import { RowButton } from '../ui/feedback/reason-button.tsx'
import { lazy } from '../ui/lazy/lazy.tsx'
import { PersonLink, QuietText, Soft } from '../ui/page/words.tsx'
import { RowMenu } from '../ui/table/row-menu.tsx'
import styles from './follow-ups.module.css'
import { useClosing } from './queries.ts'

export const FollowUpDialog = lazy(() => import('./follow-up-dialog.tsx'), 'FollowUpDialog')

interface FollowUpRowProps {
  followUp: FollowUp
  /** Whether it says whom it is for. */
  named?: boolean
  onDialog: (dialog: ReactNode) => void
}

/** What is to be done, or what closed it. */
export function FollowUpRow({ followUp, named = false, onDialog }: FollowUpRowProps) {
  const { customerId, bookingId, name, text, assigneeName, closedBy } = followUp
  const mayEdit = useMayDo('orders.edit')
  const { close, reopen } = useClosing()
  const edit = () =>
    onDialog(<FollowUpDialog name={name} followUp={followUp} onClose={() => onDialog(null)} />)
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <Text fw={closedBy ? 400 : 600} c={closedBy ? 'dimmed' : undefined}>
          {text}
        </Text>
        <Group gap="0 12px">
          {named && (
            <PersonLink customerId={customerId} bookingId={bookingId}>
              {name}
            </PersonLink>
          )}
          <State followUp={followUp} />
          {!closedBy && assigneeName && <Soft>{assigneeName}</Soft>}
        </Group>
      </div>
      {mayEdit && (
        <Group gap={0} wrap="nowrap">
          {!closedBy && (
            <RowButton
              label="Done"
              of={text}
              disabled={close.isPending}
              onClick={() => close.mutate(followUp)}
            />
          )}
          <RowMenu
            name={text}
            tasks={[
              closedBy
                ? { label: 'Reopen', onRun: () => reopen.mutate(followUp) }
                : { label: 'Edit', onRun: edit },
            ]}
          />
        </Group>
      )}
    </li>
  )
}

function State({ followUp: { dueOn, closedAt, closedBy, closedName } }: Pick<FollowUpRowProps, 'followUp'>) {
  const zone = useCompanyZone()
  const today = wallClock(new Date(), zone).date
  if (closedAt) {
    const how = { user: 'Done by', order: 'Closed by order', booking: 'Closed by a booking for' }[closedBy!]
    return (
      <QuietText>
        {how} {closedName}, {formatShortDate(wallClock(new Date(closedAt), zone).date)}
      </QuietText>
    )
  }
  if (dueOn < today) return <Text c="bad">Overdue since {formatShortDate(dueOn)}</Text>
  return <QuietText>Due {dueOn === today ? 'today' : formatShortDate(dueOn)}</QuietText>
}
