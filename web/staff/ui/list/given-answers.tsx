import { answerText, type GivenAnswer } from '@trunkshow/contract/bookings/rules.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { AnswerList } from '../../../theme/answer-list.tsx'
import { PhoneLinks } from '../page/page-header.tsx'
import styles from './given-answers.module.css'

interface GivenAnswersProps {
  booking: { id: number; phone?: string; answers?: readonly GivenAnswer[] }
  className?: string
}

/** What a guest answered; a photo opens in full size. */
export const GivenAnswers = ({ booking: { id, phone, answers }, className = '' }: GivenAnswersProps) => (
  <AnswerList
    className={`${styles.answers} ${className}`}
    phone={phone && <PhoneLinks phone={phone} />}
    answers={answers}
    photo={(given) => <Photo bookingId={id} given={given} />}
  />
)

function Photo({ bookingId, given }: { bookingId: number; given: GivenAnswer }) {
  const url = paths.bookingPhoto(bookingId, answerText(given))
  return (
    <a href={url} target="_blank" rel="noopener">
      <img className={styles.photo} src={url} alt={`${given.label}, open in full size`} loading="lazy" />
    </a>
  )
}
