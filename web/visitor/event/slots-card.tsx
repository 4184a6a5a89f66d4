import type { MouseEvent } from 'react'
import ui from '../shell/ui.module.css'
import { PartyField } from '../slots/party-field.tsx'
import { countAllSpots, type SlotDay } from '../slots/slot-days.ts'
import { SlotPicker } from '../slots/slot-picker.tsx'
import { SlotsFailed, SlotsSkeleton } from '../slots/slots-states.tsx'
import styles from './slots-card.module.css'

interface SlotsCardProps {
  /** Null if the slots couldn't be loaded. */
  days: SlotDay[] | null
  state: 'ready' | 'loading' | 'failed'
  /** The page's own URL, to reload it without scripts. */
  pageHref: string
  onRetry: () => void
  /** The date (`yyyy-MM-dd`) in the URL, if it has time slots; otherwise `dateGone` is set. */
  date: string | undefined
  dateGone: boolean | undefined
  onShow: (date: string) => void
  picked: number | null
  onPick: (slotId: number) => void
  live: boolean
  /** How many people can come on one booking; guests are asked if it is more than one. */
  maxPartySize: number
  partySize: number
  partyError: string | undefined
  onPartySize: (partySize: number) => void
  /** How many spots the party takes. */
  spots: number
  /** The form to wait for a full time; absent if the event has no waitlist. */
  waitlistHref: string | false
  /** Link to the details, which are off screen on phones. */
  detailsHref: string
  onContinue: (event: MouseEvent) => void
}

/** Whether a time of the day has fewer spots than the party needs. */
const isShort = ({ slots, most }: SlotDay, spots: number) =>
  most < spots || slots?.some(({ availableSpots }) => availableSpots < spots)

/** The left card of the event page: open spots and time slots. */
export function SlotsCard(props: SlotsCardProps) {
  const { days, state, picked, onPick, live, spots } = props
  const fitsNowhere = spots > 1 && days?.every(({ most }) => most < spots)
  const places = days && countAllSpots(days)
  return (
    <section className={ui.card} aria-busy={state === 'loading'}>
      <h2 id="appointments">Available Appointments</h2>
      {places && places.all > 0 && (
        <p className={styles.count}>{`${places.free} of ${places.all} spots open`}</p>
      )}
      {state === 'failed' && <SlotsFailed pageHref={props.pageHref} onRetry={props.onRetry} />}
      {state === 'loading' && !days && <SlotsSkeleton />}
      {days?.length === 0 && <p className={styles.empty}>No available time slots for this event.</p>}
      {days && days.length > 0 && (
        <>
          {props.maxPartySize > 1 && (
            <PartyField
              most={props.maxPartySize}
              value={props.partySize}
              error={props.partyError}
              onChange={props.onPartySize}
            />
          )}
          {live && fitsNowhere && (
            <p className={styles.none} role="status">
              {`No time has ${spots} spots left. Choose fewer people, or contact the host.`}
            </p>
          )}
          <SlotPicker
            name="timeSlotId"
            labelledBy="appointments"
            days={days}
            spots={live ? spots : 1}
            date={props.date}
            dateGone={props.dateGone}
            onShow={props.onShow}
            state={state}
            pageHref={props.pageHref}
            picked={picked}
            onPick={onPick}
            live={live}
            belowPicked={
              <a className={styles.onward} href={props.detailsHref} onClick={props.onContinue}>
                Continue
              </a>
            }
          />
          {props.waitlistHref &&
            days.some((day) => isShort(day, Math.max(spots, live ? 1 : props.maxPartySize))) && (
              <p className={styles.wait}>
                Can’t find an open time? <a href={props.waitlistHref}>Join the waitlist</a>
              </p>
            )}
          {!live && (
            <a className={styles.continue} href={props.detailsHref}>
              Continue
            </a>
          )}
        </>
      )}
    </section>
  )
}
