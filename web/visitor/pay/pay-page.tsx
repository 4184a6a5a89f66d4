import { guestPaths as paths } from '@trunkshow/contract/paths.ts'
import type {
  PayPage as PayPageContent,
  PracticePayPage as PracticePay,
} from '@trunkshow/contract/visitor-page.ts'
import styles from '../shell/form.module.css'
import { Field, post, Refused } from '../shell/form.tsx'
import ui from '../shell/ui.module.css'
import { PayButtons } from './pay-buttons.tsx'

/** What an order costs, what is due, and the ways to pay it. Each is a plain post that leads on to Stripe. */
export function PayPage({ page }: { page: PayPageContent }) {
  const { token, company, order, items, total, received, due, choices, reason, came, payAt, typed, refused } =
    page
  const isOpen = !reason && !payAt && (!came || came.state === 'expired' || came.state === 'failed')
  return (
    <div className={ui.narrow}>
      {came && <Came came={came} page={page} />}
      <section className={styles.card}>
        <h1>{order}</h1>
        <p>
          {items}, from {company}
        </p>
        <p>
          Total {total}
          {received && `, paid ${received}`}. {due && <strong>{due} due.</strong>}
        </p>
        {reason && <p role="status">{reason}</p>}
        {refused && !refused.fields && <Refused message={refused.message} />}
        {(isOpen || payAt) && <PayButtons action={paths.pay(token)} {...{ company, choices, payAt }} />}
      </section>
      {isOpen && choices.some(({ purpose }) => purpose === 'amount') && (
        <form className={styles.card} action={paths.pay(token)} {...post} noValidate>
          <input type="hidden" name="purpose" value="amount" />
          <Field
            label="Another amount"
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            defaultValue={typed}
            error={refused?.fields?.amount}
          />
          <div className={ui.actions}>
            <button type="submit" className={ui.secondary}>
              Pay this amount
            </button>
          </div>
        </form>
      )}
    </div>
  )
}

/** Says thank you only once the payment has arrived; where the guest came from proves nothing. */
function Came({
  came: { amount, state },
  page,
}: {
  came: NonNullable<PayPageContent['came']>
  page: PayPageContent
}) {
  const isPaid = state === 'paid'
  const isOver = state === 'expired' || state === 'failed'
  return (
    <section className={styles.card} role="status">
      <h2>{isPaid ? 'Thank you' : isOver ? 'Not paid' : 'Your payment is on its way'}</h2>
      <p>
        {isPaid
          ? `${page.company} received ${amount}.`
          : isOver
            ? 'Nothing was charged. You can try again below.'
            : `We’ll show it here once Stripe confirms the ${amount}. Cards take a moment, bank payments a few days.`}
      </p>
      {!isPaid && !isOver && (
        <div className={ui.actions}>
          <a className={ui.secondary} href={paths.paid(page.token)}>
            Check again
          </a>
        </div>
      )}
    </section>
  )
}

/** Stands for Stripe's own page. */
export function PracticePayPage({ page: { amount, name, back } }: { page: PracticePay }) {
  return (
    <div className={ui.narrow}>
      <form className={styles.card} {...post}>
        <h1>Practice payment</h1>
        <p>{back ? `${name}. No real money moves.` : 'This payment is over.'}</p>
        {back && (
          <div className={ui.actions}>
            <button type="submit" className={ui.primary}>
              Pay {amount}
            </button>
            <a className={ui.secondary} href={back}>
              Back
            </a>
          </div>
        )}
      </form>
    </div>
  )
}
