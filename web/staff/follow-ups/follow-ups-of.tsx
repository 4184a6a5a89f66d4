import { useQuery } from '@tanstack/react-query'
import type { Person } from '@trunkshow/contract/customers/schema.ts'
import type { WhichPerson } from '@trunkshow/contract/customers/screens.ts'
import type { ReactNode } from 'react'
import { useMayDo } from '../session/session-query.ts'
import { Section } from '../ui/page/section.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { QuietButton, QuietText } from '../ui/page/words.tsx'
import { FollowUpDialog, FollowUpRow } from './follow-up-row.tsx'
import styles from './follow-ups.module.css'
import { followUpsQuery } from './queries.ts'

interface FollowUpsOfProps {
  who: WhichPerson
  person: Person
  /** Whether new ones can be added: not for one who was erased. */
  isCurrent: boolean
  onDialog: (dialog: ReactNode) => void
}

/** A person's follow-ups, the open ones first. */
export function FollowUpsOf({ who, person, isCurrent, onDialog }: FollowUpsOfProps) {
  const { data } = useQuery(followUpsQuery(who))
  const mayEdit = useMayDo('orders.edit')
  const { name, customer } = person
  const { bookingId } = who
  const about = customer ? { customerId: customer.id } : bookingId === undefined ? undefined : { bookingId }
  const canAdd = mayEdit && isCurrent && about
  if (!canAdd && !data?.length) return null
  const add = () =>
    onDialog(
      <FollowUpDialog
        name={name}
        about={about!}
        text={`Get in touch with ${name}`}
        onClose={() => onDialog(null)}
      />,
    )
  return (
    <Section title="Follow-ups" action={canAdd && <QuietButton onClick={add}>Add follow-up</QuietButton>}>
      {data?.length ? (
        <ul className={`${surfaces.sheet} ${styles.sheet}`}>
          {data.map((followUp) => (
            <FollowUpRow key={followUp.id} followUp={followUp} onDialog={onDialog} />
          ))}
        </ul>
      ) : (
        <QuietText>What someone is to do for them, and until when.</QuietText>
      )}
    </Section>
  )
}
