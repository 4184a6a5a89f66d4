import type { PayPage } from '@trunkshow/contract/visitor-page.ts'
import { post } from '../shell/form.tsx'
import ui from '../shell/ui.module.css'

interface Props extends Pick<PayPage, 'company' | 'choices' | 'payAt'> {
  /** Where the form posts to; the page's own address if left out. */
  action?: string
}

/** The ways to pay what is due, each a plain post that leads on to Stripe; or the link there, once one was chosen. */
export function PayButtons({ company, choices, payAt, action }: Props) {
  const fixed = choices.filter(({ purpose }) => purpose !== 'amount')
  if (payAt)
    return (
      <a className={ui.primary} href={payAt} rel="noreferrer">
        Continue to payment
      </a>
    )
  return (
    <>
      <form className={ui.actions} action={action} {...post}>
        {fixed.map(({ purpose, amount }, at) => (
          <button
            key={purpose}
            type="submit"
            name="purpose"
            value={purpose}
            className={at === 0 ? ui.primary : ui.secondary}
          >
            Pay {amount} {fixed.length > 1 || purpose === 'deposit' ? purpose : ''}
          </button>
        ))}
      </form>
      <p>You pay on a secure page by Stripe. {company} never sees your card.</p>
    </>
  )
}
