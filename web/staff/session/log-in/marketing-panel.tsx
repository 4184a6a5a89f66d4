import styles from './marketing-panel.module.css'

const promises = [
  [
    'One link to share',
    'Set the days and hours once. Guests open the page and choose a time that suits them.',
  ],
  ['No account for guests', 'A name and an e-mail address are enough, on any phone.'],
  [
    'Every place is sold once',
    'When two guests reach for the last place, one gets it and the other is offered the nearest free times.',
  ],
  [
    'Plans may change',
    'Each confirmation carries a calendar entry, and a link to move or cancel the appointment.',
  ],
] as const

const times = ['10:00 AM', '10:30 AM', '11:00 AM', '11:30 AM', '12:00 PM', '12:30 PM']
const chosen = '11:00 AM'

/** What the product is for, beside the sign-in. The card is a picture of a guest's choice. */
export function MarketingPanel() {
  return (
    <aside className={styles.panel} aria-label="About Trunkshow">
      <div className={styles.words}>
        <h2 className={styles.title}>A time set aside for every guest.</h2>
        <p className={styles.lead}>
          Trunkshow turns the days of your trunk show into appointments that guests book for themselves.
        </p>
        <div className={styles.card} aria-hidden="true">
          <span className={styles.day}>Friday, April 16</span>
          <div className={styles.times}>
            {times.map((time) => (
              <span key={time} className={styles.time} data-chosen={time === chosen}>
                {time}
              </span>
            ))}
          </div>
        </div>
        <dl className={styles.promises}>
          {promises.map(([title, text]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </aside>
  )
}
