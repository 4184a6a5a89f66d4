import { formatDateRange, formatTimeRange, isDate, isEndTime, isTime } from '@trunkshow/contract/dates.ts'
import { Picture } from '../../ui/files/picture.tsx'
import type { EventFormValues } from './event-form-values.ts'
import styles from './event-preview.module.css'

/** Previews the public page's header as the host types. */
export function EventPreview({ values }: { values: EventFormValues }) {
  const { name, hostName, eventDate, endDate, isMultiDay, startTime, endTime, location, logo, banner } =
    values
  const date = isDate(eventDate) && formatDateRange(eventDate, isMultiDay && isDate(endDate) ? endDate : null)
  const hours = isTime(startTime) && isEndTime(endTime) && formatTimeRange(startTime, endTime)
  return (
    <aside className={styles.preview} aria-label="Preview of the public page">
      <p className={styles.label}>What guests will see</p>
      <div className={styles.card}>
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
            <Picture kind="logo" source={logo} alt="" sizes="120px" className={styles.logo} fallback={null} />
          </span>
        )}
        <p className={styles.name} data-empty={!name.trim()}>
          {name.trim() || 'Event name'}
        </p>
        <p className={styles.host}>Hosted by {hostName.trim() || '…'}</p>
        <dl className={styles.facts}>
          <Fact name="Date" text={date} />
          <Fact name="Hours" text={hours} />
          <Fact name="Length" text={`${values.slotDuration}-minute appointments`} />
          {values.showLocation && location.trim() && <Fact name="Location" text={location} />}
        </dl>
        {values.description.trim() && <p className={styles.description}>{values.description}</p>}
      </div>
    </aside>
  )
}

function Fact({ name, text }: { name: string; text: string | false }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text || '…'}</dd>
    </div>
  )
}
