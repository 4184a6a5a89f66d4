import { Card, Divider, Text } from '@mantine/core'
import { formatDateRange, formatTimeRange, isDate, isEndTime, isTime } from '@trunkshow/contract/dates.ts'
import mark from '../../../theme/mark.module.css'
import { Picture } from '../../ui/files/picture.tsx'
import { Facts } from '../../ui/page/facts.tsx'
import type { EventFormValues } from './event-form-values.ts'
import styles from './event-preview.module.css'

/** Previews the public page's header as the host types. */
export function EventPreview({ values }: { values: EventFormValues }) {
  const { name, hostName, eventDate, endDate, isMultiDay, startTime, endTime, location, logo, banner } =
    values
  const date = isDate(eventDate) && formatDateRange(eventDate, isMultiDay && isDate(endDate) ? endDate : null)
  const hours = isTime(startTime) && isEndTime(endTime) && formatTimeRange(startTime, endTime)
  const facts = {
    Date: date || '…',
    Hours: hours || '…',
    Length: `${values.slotDuration}-minute appointments`,
    Location: values.showLocation && location.trim() && location,
  }
  return (
    <aside className={styles.preview} aria-label="Preview of the public page">
      <Text c="dimmed" mb="xs">
        What guests will see
      </Text>
      <Card px="lg" py="xl" style={{ boxShadow: 'var(--shadow)', overflowWrap: 'anywhere' }}>
        {banner && (
          <Picture
            kind="banner"
            source={banner}
            alt=""
            sizes="320px"
            className={styles.banner}
            fallback={null}
          />
        )}
        {logo && (
          <span className={styles.mark}>
            <Picture kind="logo" source={logo} alt="" sizes="120px" className={mark.logo} fallback={null} />
          </span>
        )}
        <Text ff="heading" fz="var(--s3)" lh={1.05} c={name.trim() ? undefined : 'dimmed'} textWrap="balance">
          {name.trim() || 'Event name'}
        </Text>
        <Text c="dimmed" mt="xs">
          Hosted by {hostName.trim() || '…'}
        </Text>
        <Divider color="var(--line)" mt="lg" mb="md" />
        <Facts width={56} facts={facts} />
        {values.description.trim() && (
          <Text c="dimmed" lineClamp={6} style={{ whiteSpace: 'pre-line' }}>
            {values.description}
          </Text>
        )}
      </Card>
    </aside>
  )
}
