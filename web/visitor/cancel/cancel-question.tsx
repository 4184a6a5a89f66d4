import { guestPaths as paths } from '@trunkshow/contract/paths.ts'
import { post } from '../shell/form.tsx'
import ui from '../shell/ui.module.css'
import styles from './cancel.module.css'

interface CancelQuestionProps {
  token: string
  keepHref: string
  heading: 'h1' | 'h2'
}

/** Asks before canceling, by a plain form post, since mail scanners open links (docs/product.md, The guest's link). */
export function CancelQuestion({ token, keepHref, heading: Heading }: CancelQuestionProps) {
  return (
    <form className={styles.form} action={paths.cancelBooking(token)} {...post}>
      <Heading>Cancel this appointment?</Heading>
      <p>Your spot will be released to another guest.</p>
      <div className={ui.actions}>
        <button type="submit" className={ui.danger}>
          Cancel appointment
        </button>
        <a className={ui.secondary} href={keepHref}>
          Keep appointment
        </a>
      </div>
    </form>
  )
}
