import { answerText, type GivenAnswer } from '@trunkshow/contract/bookings/rules.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { PhoneLinks } from '../page/page-header.tsx'
import styles from './given-answers.module.css'

interface GivenAnswersProps {
  booking: { id: number; phone?: string; answers?: readonly GivenAnswer[] }
  className?: string
}

/** What a guest answered, each below its question as it was asked; a photo opens in full size. */
export function GivenAnswers({ booking: { id, phone, answers = [] }, className = '' }: GivenAnswersProps) {
  if (!phone && answers.length === 0) return null
  return (
    <dl className={`${styles.answers} ${className}`}>
      {phone && (
        <div>
          <dt>Phone</dt>
          <dd>
            <PhoneLinks phone={phone} />
          </dd>
        </div>
      )}
      {answers.map((given) => (
        <div key={given.id} data-long={given.type === 'textarea' || undefined}>
          <dt>{given.label}</dt>
          <dd>{given.type === 'attachment' ? <Photo bookingId={id} given={given} /> : answerText(given)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Photo({ bookingId, given }: { bookingId: number; given: GivenAnswer }) {
  const url = paths.bookingPhoto(bookingId, answerText(given))
  return (
    <a href={url} target="_blank" rel="noopener">
      <img className={styles.photo} src={url} alt={`${given.label}, open in full size`} loading="lazy" />
    </a>
  )
}
