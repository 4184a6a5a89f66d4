import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { CopyIcon } from '../ui/icons.tsx'
import { OutsideLink } from '../ui/outside-link.tsx'
import styles from './created-notice.module.css'

/** After creating: the link guests get, to copy or to look at. */
export function CreatedNotice({ event }: { event: Event | undefined }) {
  const clipboard = useClipboard({ timeout: 2000 })
  if (!event) return null
  const path = paths.event(event.urlSlug)
  const address = new URL(path, location.origin).href
  return (
    <section className={styles.notice} aria-label="New event">
      <div className={styles.words}>
        <h2 className={styles.title}>{event.name} is ready for guests</h2>
        <p className={styles.text}>Share this link: whoever opens it can choose a time.</p>
        <p className={styles.address}>{address}</p>
      </div>
      <div className={styles.actions}>
        <Button variant="default" leftSection={<CopyIcon />} onClick={() => clipboard.copy(address)}>
          {clipboard.copied ? 'Copied' : 'Copy link'}
        </Button>
        <OutsideLink href={path} variant="default">
          View public page
        </OutsideLink>
      </div>
    </section>
  )
}
