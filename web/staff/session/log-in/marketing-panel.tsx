import { Box, Card, Text } from '@mantine/core'
import styles from './marketing-panel.module.css'

const promises = [
  [
    'One link to share',
    'Set your dates and hours once. Guests open the page and pick a time that works for them.',
  ],
  ['No account for guests', 'Guests book from any phone with just a name and email.'],
  [
    'No double bookings',
    'If two guests want the last spot, one gets it and we offer the other the nearest open times.',
  ],
  ['Plans change', 'Every confirmation includes a calendar invite and a link to reschedule or cancel.'],
] as const

const times = ['10:00 AM', '10:30 AM', '11:00 AM', '11:30 AM', '12:00 PM', '12:30 PM']
const chosen = '11:00 AM'

/** Product highlights beside the login form. The card illustrates a guest's booking. */
export function MarketingPanel() {
  return (
    <aside className={styles.panel} aria-label="About Trunkshow">
      <Box w="min(100%, 560px)" m="auto">
        <h2 className={styles.title}>A time for every guest.</h2>
        <Text fz="md" maw="44ch" mt="md">
          Trunkshow turns your trunk show into appointments that guests book themselves.
        </Text>
        <Card maw={400} my="xl" p="lg" className={styles.card} aria-hidden="true">
          <Text span ff="heading" fz="xl" lh={1.2}>
            Friday, April 16
          </Text>
          <div className={styles.times}>
            {times.map((time) => (
              <span key={time} className={styles.time} data-chosen={time === chosen}>
                {time}
              </span>
            ))}
          </div>
        </Card>
        <dl className={styles.promises}>
          {promises.map(([title, text]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Box>
    </aside>
  )
}
