import { formatDate } from '@trunkshow/contract/dates.ts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { productLine } from '@trunkshow/contract/prices/rules.ts'
import { namesOf } from '@trunkshow/contract/proposals/rules.ts'
import type { OrderPage as OrderPageContent } from '@trunkshow/contract/visitor-page.ts'
import { PayButtons } from '../pay/pay-buttons.tsx'
import form from '../shell/form.module.css'
import { Field, FieldFrame, post, Refused } from '../shell/form.tsx'
import ui from '../shell/ui.module.css'
import styles from './order-page.module.css'

interface Props {
  page: OrderPageContent
}

/** An order for its customer: all that they approve, what they answer, and what they can pay. Works without scripts. */
export function OrderPage({ page }: Props) {
  const { token, snapshot, notice, canAnswer, changes, making, refused } = page
  const { proposed, number, expiresOn } = snapshot
  return (
    <div className={`${ui.page} ${styles.page}`}>
      <div className={styles.head}>
        <p className={ui.capitals}>{`${proposed.order} · Proposal ${number}`}</p>
        <h1 className={ui.title}>
          {proposed.lines.length === 1 ? `Your ${productLine(proposed.lines)}` : 'Your order'}
        </h1>
        {canAnswer && (
          <p className={ui.none}>
            Please check every line. We begin when you approve, and ask you again if anything changes.
          </p>
        )}
      </div>
      {!token && <p className={ui.warning}>This is how your customer will see it.</p>}
      {notice && (
        <p className={notice.isGood ? `${ui.success} ${styles.notice}` : ui.warning} role="status">
          {notice.text}
        </p>
      )}
      {refused && !refused.fields && <Refused message={refused.message} />}
      {changes && <Changes changes={changes} />}
      <div className={styles.grid}>
        <section className={styles.card} aria-label="What you ordered">
          <Pictures page={page} />
          <div>
            {proposed.lines.map(({ amount, details, ...line }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same
              <div key={at} className={styles.line}>
                <h2>
                  {productLine([line])} <span>{formatMoney(amount)}</span>
                </h2>
                <dl>
                  {details.map(({ label, value }) => (
                    <Row key={label} label={label} value={value} />
                  ))}
                </dl>
              </div>
            ))}
          </div>
        </section>
        <div>
          {making && making.length > 0 && (
            <section className={styles.card}>
              <h2>Your order’s progress</h2>
              <dl>
                {making.map(({ label, value }) => (
                  <Row key={label} label={label} value={value} />
                ))}
              </dl>
            </section>
          )}
          <section className={styles.card}>
            <h2>Price</h2>
            <Sums page={page} />
            {expiresOn && canAnswer && <p className={ui.soft}>Valid until {formatDate(expiresOn)}.</p>}
            {token && (
              <p className={ui.soft}>
                <a href={paths.customerOrderPdf(token)}>Download as PDF</a>
              </p>
            )}
          </section>
          <Pay page={page} />
          {canAnswer && <Answer page={page} />}
        </div>
      </div>
    </div>
  )
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  )
}

function Changes({ changes: { since, differences } }: { changes: NonNullable<OrderPageContent['changes']> }) {
  return (
    <section className={styles.changes}>
      <strong>{`Changed since ${since}`}</strong>
      <dl>
        {differences.map(({ label, from, to }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {from !== null && <s>{from}</s>} {to === null ? 'removed' : from === null ? to : `→ ${to}`}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Pictures({ page: { token, snapshot } }: Props) {
  const { pictures } = snapshot.proposed
  if (!token || pictures.length === 0) return null
  return (
    <div className={styles.pictures}>
      {pictures.map(({ name, file }) => (
        <img key={file} src={paths.orderPicture(token, file)} alt={name} />
      ))}
    </div>
  )
}

function Sums({ page: { token, snapshot, money } }: Props) {
  const { subtotal, sums, total, deposit, balance, neededBy, promisedOn } = snapshot.proposed
  const rows = [
    ...(sums.length > 0 ? [{ label: 'Subtotal', amount: subtotal }, ...sums] : []),
    { label: 'Total', amount: total },
    ...(Number(deposit) > 0 ? [{ label: 'Deposit, due now', amount: deposit }] : []),
  ]
  return (
    <dl className={styles.sums}>
      {rows.map(({ label, amount }) => (
        <div key={label} className={label === 'Total' ? styles.total : undefined}>
          <Row label={label} value={formatMoney(amount)} />
        </div>
      ))}
      {balance && (
        <div>
          <Row label="Balance due" value={balance} />
        </div>
      )}
      {neededBy && (
        <div>
          <Row label="Needed by" value={formatDate(neededBy)} />
        </div>
      )}
      {promisedOn && (
        <div>
          <Row label="Promised" value={formatDate(promisedOn)} />
        </div>
      )}
      {money?.receipts.map(({ id, label, amount }) => (
        <div key={id}>
          <dt>
            {label} · <a href={paths.orderReceipt(token!, id)}>Receipt</a>
          </dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  )
}

function Pay({ page: { snapshot, money, payAt } }: Props) {
  const choices = money?.choices.filter(({ purpose }) => purpose !== 'amount') ?? []
  if (choices.length === 0 && !payAt) return null
  return (
    <section className={form.card}>
      <h2>{money?.due} due</h2>
      <PayButtons company={snapshot.company} choices={choices} payAt={payAt} />
    </section>
  )
}

function Answer({ page: { token, snapshot, typed, refused, signers, codeSentTo } }: Props) {
  const { number, company, terms } = snapshot
  const errors = refused?.fields ?? {}
  const hidden = <input type="hidden" name="number" value={number} />
  const isOff = token === null
  return (
    <section className={form.card}>
      <h2>Your answer</h2>
      {signers.length > 0 && (
        <p>{`${namesOf({ ...snapshot.signers!, names: signers })} ${signers.length > 1 && snapshot.signers!.all ? 'have to' : 'can'} approve this.`}</p>
      )}
      <form {...post} noValidate>
        {hidden}
        <input type="hidden" name="answer" value="approved" />
        <Field
          label="Type your full name to approve"
          name="name"
          autoComplete="name"
          maxLength={100}
          defaultValue={typed?.name}
          error={errors.name}
        />
        {!isOff && <div id="signature" data-drawn={typed?.drawing} />}
        {errors.drawing && <Refused message={errors.drawing} />}
        <FieldFrame error={errors.agreed}>
          {(described) => (
            <label className={form.check} htmlFor={described.id}>
              <input type="checkbox" name="agreed" defaultChecked={typed?.agreed} {...described} />
              <span>
                I agree to do this electronically{terms && `, and to the terms${company && ` of ${company}`}`}
                . You can ask us for a copy on paper at any time.
              </span>
            </label>
          )}
        </FieldFrame>
        {terms && (
          <details>
            <summary>Read the terms</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
            <section aria-label="Terms" className={styles.terms} tabIndex={0}>
              {terms.text}
            </section>
          </details>
        )}
        {codeSentTo && (
          <Field
            label={`The 6-digit code we emailed to ${codeSentTo}`}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            error={errors.code}
          />
        )}
        <div className={styles.send}>
          <button type="submit" className={ui.confirm} disabled={isOff}>
            Approve
          </button>
          {codeSentTo && (
            <button type="submit" name="another" value="on" className={ui.secondary}>
              Send another code
            </button>
          )}
        </div>
      </form>
      <details open={Boolean(errors.wish)}>
        <summary>Ask for a change</summary>
        <form {...post} noValidate>
          {hidden}
          <FieldFrame className={form.field} label="What should we change?" error={errors.wish}>
            {(described) => (
              <textarea name="wish" rows={4} maxLength={5000} defaultValue={typed?.wish} {...described} />
            )}
          </FieldFrame>
          <button type="submit" name="answer" value="changeAsked" className={ui.secondary} disabled={isOff}>
            Send
          </button>
        </form>
      </details>
      <details>
        <summary>Decline</summary>
        <form {...post}>
          {hidden}
          <p>You can still change your mind while this proposal is valid.</p>
          <button type="submit" name="answer" value="declined" className={ui.danger} disabled={isOff}>
            Decline this order
          </button>
        </form>
      </details>
    </section>
  )
}
