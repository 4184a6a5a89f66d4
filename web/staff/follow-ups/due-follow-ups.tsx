import { Group, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { type ReactNode, useState } from 'react'
import { useCompanyZone, useUser } from '../session/session-query.ts'
import { Section } from '../ui/page/section.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { useStoredChoice } from '../ui/page/use-stored-choice.ts'
import { QuietText, SubtleButton } from '../ui/page/words.tsx'
import { FollowUpRow } from './follow-up-row.tsx'
import { followUpsQuery } from './queries.ts'

/** Those that fit beside the rest of Home. */
const SHOWN = 5

type Whose = 'Mine' | 'Everyone’s'
const whose: Whose[] = ['Mine', 'Everyone’s']

/** The follow-ups that are due, on Home: the user's own and the team's, or everyone's; nothing without any. */
export function DueFollowUps() {
  const { data } = useQuery({ ...followUpsQuery(), refetchInterval: 30_000 })
  const userId = useUser()?.id
  const today = wallClock(new Date(), useCompanyZone()).date
  const [view, setView] = useStoredChoice<Whose>('trunkshow-follow-ups', 'Mine')
  const [isLong, setLong] = useState(false)
  const [dialog, setDialog] = useState<ReactNode>()
  if (!data?.length) return dialog
  const due = data.filter(({ assigneeId }) => view !== 'Mine' || assigneeId === null || assigneeId === userId)
  const overdue = due.filter(({ dueOn }) => dueOn < today).length
  return (
    <Section
      title="Follow-ups"
      className={surfaces.panel}
      action={<SegmentedControl aria-label="Whose follow-ups" data={whose} value={view} onChange={setView} />}
    >
      <QuietText>
        {due.length === 0
          ? 'You have nothing due.'
          : `${due.length} due${overdue > 0 ? ` · ${overdue} overdue` : ''}`}
      </QuietText>
      <ul className={surfaces.between}>
        {due.slice(0, isLong ? due.length : SHOWN).map((followUp) => (
          <FollowUpRow key={followUp.id} followUp={followUp} named onDialog={setDialog} />
        ))}
      </ul>
      {due.length > SHOWN && !isLong && (
        <Group>
          <SubtleButton onClick={() => setLong(true)}>{`Show all ${due.length}`}</SubtleButton>
        </Group>
      )}
      {dialog}
    </Section>
  )
}
