import { answerText, type GivenAnswer } from '@trunkshow/contract/bookings/rules.ts'
import type { ReactNode } from 'react'

interface AnswerListProps {
  className: string | undefined
  phone: ReactNode
  answers: readonly GivenAnswer[] | undefined
  /** Stands for a photo. */
  photo: (given: GivenAnswer) => ReactNode
}

/** What a guest answered, each below its question as it was asked; nothing if they were not asked. */
export function AnswerList({ className, phone, answers = [], photo }: AnswerListProps) {
  if (!phone && answers.length === 0) return null
  return (
    <dl className={className}>
      {phone && (
        <div>
          <dt>Phone</dt>
          <dd>{phone}</dd>
        </div>
      )}
      {answers.map((given) => (
        <div key={given.id} data-long={given.type === 'textarea' || undefined}>
          <dt>{given.label}</dt>
          <dd>{given.type === 'attachment' ? photo(given) : answerText(given)}</dd>
        </div>
      ))}
    </dl>
  )
}
