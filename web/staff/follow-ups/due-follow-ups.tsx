import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { type ReactNode, useState } from 'react'
import { useCompanyZone, useUser } from '../session/session-query.ts'
import { Section } from '../ui/page/section.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { QuietText, SubtleButton } from '../ui/page/words.tsx'
import { FollowUpRow } from './follow-up-row.tsx'
import { followUpsQuery } from './queries.ts'

/** Those that fit beside the rest of Home. */
const SHOWN = 5

/** The follow-ups that are due, on Home: everyone's, or the user's own and the team's; nothing without any. */
export function DueFollowUps({ mine }: { mine: boolean | undefined }) {
  const { data } = useQuery({ ...followUpsQuery(), refetchInterval: 30_000 })
  const userId = useUser()?.id
  const today = wallClock(new Date(), useCompanyZone()).date
  const [isLong, setLong] = useState(false)
  const [dialog, setDialog] = useState<ReactNode>()
  if (!data?.length) return dialog
  const due = data.filter(({ assigneeId }) => !mine || assigneeId === null || assigneeId === userId)
  const overdue = due.filter(({ dueOn }) => dueOn < today).length
  return (
    <Section title="Follow-ups" className={surfaces.panel}>
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
