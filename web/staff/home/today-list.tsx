import { Box, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { countAppointments, peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import { formatTime } from '@trunkshow/contract/dates.ts'
import type { Home } from '@trunkshow/contract/home/schema.ts'
import { countOf } from '../ui/list/count-of.ts'
import { Tag } from '../ui/list/tag.tsx'
import { Soft } from '../ui/page/soft.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import styles from './home-page.module.css'

type Appointment = Home['today']['bookings'][number]

/** Rows that fit beside the rest of the screen; the desk has all. */
const SHOWN = 8

/** Whether someone still has to greet this guest. */
const isAhead = ({ attendance, endsAt }: Appointment, now: number) =>
  attendance === null && Date.parse(endsAt) > now

/** Today's appointments from the next one on, each leading to the desk of its event. */
export function TodayList({ today }: { today: Home['today'] }) {
  const { count, guests, arrived, before, bookings, events } = today
  const now = Date.now()
  const next = bookings.find((appointment) => isAhead(appointment, now))
  const from = next ? bookings.indexOf(next) : Math.max(0, bookings.length - SHOWN)
  const shown = bookings.slice(from, from + SHOWN)
  const more = count - before - from - shown.length
  return (
    <>
      <Text c="dimmed">
        {`${countAppointments(count, guests)} · ${arrived} arrived${
          before + from > 0 && next ? ` · ${before + from}\u00a0earlier` : ''
        }`}
      </Text>
      <Box component="ol" mt="xs" className={surfaces.between}>
        {shown.map((appointment) => (
          <li key={appointment.id} data-next={appointment === next}>
            <Link
              to="/desk/$id"
              params={{ id: String(appointment.eventId) }}
              reloadDocument
              className={styles.row}
            >
              <Box component="time" flex="none" w={76} dateTime={appointment.startsAt}>
                {formatTime(appointment.startTime)}
              </Box>
              <span className={styles.words}>
                <b>{appointment.attendeeName}</b>
                {appointment.partySize > 1 && <Soft>{peopleOf(appointment.partySize)}</Soft>}
                {events.length > 1 && <Soft>{appointment.eventName}</Soft>}
              </span>
              <State appointment={appointment} isNext={appointment === next} />
            </Link>
          </li>
        ))}
      </Box>
      <Group component="p" gap="4px 16px" mt="sm" className={styles.links}>
        {more > 0 && <Soft>{countOf(String(more), 'more appointment')}</Soft>}
        {events.map(({ id, name }) => (
          <Link key={id} to="/desk/$id" params={{ id: String(id) }} reloadDocument>
            {events.length > 1 ? `Open the desk of ${name}` : 'Open the desk'}
          </Link>
        ))}
      </Group>
    </>
  )
}

function State({ appointment, isNext }: { appointment: Appointment; isNext: boolean }) {
  if (appointment.attendance === 'arrived') return <Tag tone="good">Arrived</Tag>
  if (appointment.attendance === 'no_show') return <Tag tone="bad">No-show</Tag>
  if (isNext) return <Tag tone="accent">Next</Tag>
  return appointment.isComing ? <Tag>Coming</Tag> : null
}
