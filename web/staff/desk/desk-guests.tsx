import { Card, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type Attendance, appointmentsOf, peopleOf, spotsOf } from '@trunkshow/contract/bookings/rules.ts'
import { addBookingInput, type Booking, partySizeField } from '@trunkshow/contract/bookings/schema.ts'
import { formatDay, formatShortDate, formatTimeRange } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import type { FollowUp } from '@trunkshow/contract/follow-ups/schema.ts'
import { personLimits } from '@trunkshow/contract/person.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { useState } from 'react'
import { z } from 'zod'
import { freshKey } from '../api/client.ts'
import { PartySizeField, PhoneField, useMoreSpots } from '../bookings/add/party-fields.tsx'
import { orderedBy } from '../bookings/queries.ts'
import { MineFilter } from '../company/mine-filter.tsx'
import { followUpsQuery } from '../follow-ups/queries.ts'
import { useMayDo, useUser } from '../session/session-query.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { ReasonButton } from '../ui/feedback/reason-button.tsx'
import { FormDialog } from '../ui/form/form-dialog.tsx'
import { useSchemaForm } from '../ui/form/form-shell.tsx'
import { lazy } from '../ui/lazy/lazy.tsx'
import { GivenAnswers } from '../ui/list/given-answers.tsx'
import { BackLink } from '../ui/page/page-header.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { countOf, PersonLink, QuietText, SubtleButton, Tag } from '../ui/page/words.tsx'
import { Crossings, StatusLine } from './crossings.tsx'
import styles from './desk.module.css'
import {
  append,
  countInState,
  type DeskGroup,
  type DeskRow,
  type DeskState,
  deskStates,
  drop,
  groupDay,
  matches,
  queueMark,
  slotForWalkIn,
} from './queue.ts'
import type { Desk, LoadedDay } from './use-desk.ts'

const FollowUpGuest = lazy(() => import('../follow-ups/follow-up-guest.tsx'), 'FollowUpGuest')
const CreateOrderDialog = lazy(() => import('../orders/form/create-order-dialog.tsx'), 'CreateOrderDialog')

const route = getRouteApi('/desk/$id')

/** The day’s guests by time, with what this device has changed. */
export function DeskGuests({ loaded, desk }: { loaded: LoadedDay; desk: Desk }) {
  const { day } = loaded
  const { event, date, dates } = day
  const { queue, update } = desk
  const { date: given, mine } = route.useSearch()
  const userId = useUser()?.id
  const navigate = route.useNavigate()
  const [words, setWords] = useState('')
  const [state, setState] = useState<DeskState>('all')
  const [toOrder, setToOrder] = useState<Booking>()
  const [toFollow, setToFollow] = useState<Booking>()
  const { data: followUps = [] } = useQuery({
    ...followUpsQuery({ eventId: event.id }),
    enabled: !event.coHosted && !desk.offline,
  })
  /** Beside the button, since a toast would cover it. */
  const [added, setAdded] = useState('')
  const [walkInSlot, setWalkInSlot] = useState<DeskGroup>()
  const mayOrder = useMayDo('orders.edit') && !event.coHosted
  const now = wallClock(new Date(), event.zone)
  const groups = groupDay(day, queue)
  const whose = groups.map((group) => ({
    ...group,
    rows: group.rows.filter(({ booking }) => !mine || booking?.assignee?.id === userId),
  }))
  const shown = whose
    .map((group) => ({ ...group, rows: group.rows.filter((row) => matches(row, words.trim(), state)) }))
    .filter(({ rows }) => rows.length > 0)
  const isAhead = date > now.date
  const next = date === now.date ? slotForWalkIn(groups, now.time) : undefined
  const noSlot = next ? null : 'There are no more time slots today.'
  const nameOf = (day: string) => (day === now.date ? `Today, ${formatDay(day)}` : formatDay(day))

  function mark({ booking }: DeskRow, attendance: Attendance | null) {
    if (!booking) return
    setAdded('')
    void update((queue) => queueMark(queue, booking, attendance, freshKey()))
  }

  function addWalkIn({ slot }: DeskGroup, { name, ...guest }: WalkIn) {
    const attendeeName = name || 'Walk-in'
    const change = { key: freshKey(), kind: 'walkIn', timeSlotId: slot.id, attendeeName, ...guest } as const
    void update((queue) => append(queue, { change, name: attendeeName }))
    setAdded(`${attendeeName} was added to ${formatTimeRange(slot.startTime, slot.endTime)}.`)
  }

  return (
    <>
      <header className={styles.header}>
        <BackLink
          to="/bookings/$id"
          params={{ id: String(event.id) }}
          mih="var(--touch)"
          style={{ gridColumn: '1 / -1', justifySelf: 'start' }}
        >
          Back to Bookings
        </BackLink>
        <Title order={1}>{event.name}</Title>
        {dates.length > 1 ? (
          <NativeSelect
            aria-label="Day"
            value={date}
            onChange={({ currentTarget: { value } }) =>
              navigate({ search: { date: value, mine }, replace: true })
            }
            data={dates.map((value) => ({ value, label: nameOf(value) }))}
          />
        ) : (
          <QuietText>{nameOf(date)}</QuietText>
        )}
        <QuietText>{appointmentsOf(whose.flatMap(({ rows }) => rows))}</QuietText>
        {day.atWork && <QuietText style={{ gridColumn: '1 / -1' }}>At work: {day.atWork}</QuietText>}
        <MineFilter
          mine={mine}
          onFilter={(change) => navigate({ search: { date: given, ...change }, replace: true })}
        />
      </header>
      <StatusLine desk={desk} loaded={loaded} />
      <Crossings queue={queue} update={update} />
      {isAhead && (
        <Notice title="This event hasn’t started.">
          You can mark guests and add walk-ins on {formatDay(date)}.
        </Notice>
      )}
      <Group component="fieldset" gap="xs" wrap="nowrap" grow aria-label="Show">
        {(Object.keys(deskStates) as DeskState[]).map((value) => (
          <button
            key={value}
            type="button"
            className={styles.state}
            aria-pressed={state === value}
            onClick={() => setState(value)}
          >
            <span>{deskStates[value]}</span> <b>{countInState(whose, value)}</b>
          </button>
        ))}
      </Group>
      {shown.map(({ slot, left, rows }) => (
        <Card key={slot.id} component="section" p={0}>
          <Group
            component="h2"
            align="baseline"
            justify="space-between"
            px="md"
            py="xs"
            className={styles.time}
          >
            {formatTimeRange(slot.startTime, slot.endTime)}
            <small>{left > 0 ? `${countOf(String(left), 'spot')} left` : 'Full'}</small>
          </Group>
          <ul className={surfaces.between}>
            {rows.map((row) => (
              <GuestRow
                key={row.key}
                row={row}
                personId={desk.offline || event.coHosted ? null : (row.booking?.id ?? null)}
                offline={desk.offline}
                onMark={isAhead || !row.booking ? undefined : (attendance) => mark(row, attendance)}
                onOrder={mayOrder && row.booking ? () => setToOrder(row.booking) : undefined}
                followUps={followUps.filter(({ guestBookingId }) => guestBookingId === row.booking?.id)}
                onFollowUp={mayOrder && row.booking ? () => setToFollow(row.booking) : undefined}
                onRemove={
                  row.walkIn && !row.walkIn.sent
                    ? () => void update((queue) => drop(queue, row.walkIn!))
                    : undefined
                }
              />
            ))}
          </ul>
        </Card>
      ))}
      {shown.length === 0 &&
        (words.trim() || mine || state !== 'all' ? (
          <Notice title="No guests found.">Try a different search or filter.</Notice>
        ) : (
          <Notice title="No guests yet.">Guests show up here as they book.</Notice>
        ))}
      <Group gap="xs" className={styles.bar} data-bottom-bar>
        <Text c="good" flex="1 1 100%" display={added ? undefined : 'none'} role="status">
          {added}
        </Text>
        <TextInput
          type="search"
          className={styles.search}
          aria-label="Search guests"
          placeholder="Search guests"
          value={words}
          onChange={(change) => setWords(change.currentTarget.value)}
        />
        {date === now.date && (
          <>
            <ReasonButton variant="default" reason={noSlot} onClick={() => setWalkInSlot(next)}>
              Walk-in details
            </ReasonButton>
            <ReasonButton
              reason={noSlot}
              onClick={() =>
                next && (next.left > 0 ? addWalkIn(next, { name: '', partySize: 1 }) : setWalkInSlot(next))
              }
            >
              Add walk-in
            </ReasonButton>
          </>
        )}
      </Group>
      {walkInSlot && (
        <WalkInDialog
          event={event}
          groups={groups.filter(({ slot }) => slot.isAvailable && slot.endTime > now.time)}
          start={walkInSlot}
          onAdd={addWalkIn}
          onClose={() => setWalkInSlot(undefined)}
        />
      )}
      {toFollow && <FollowUpGuest booking={toFollow} event={event} onClose={() => setToFollow(undefined)} />}
      {toOrder && (
        <CreateOrderDialog booking={orderedBy(toOrder, event)} onClose={() => setToOrder(undefined)} />
      )}
    </>
  )
}

interface GuestRowProps {
  row: DeskRow
  /** The booking that leads to the guest's page; null without the network, and for co-hosts. */
  personId: number | null
  offline: boolean
  /** Absent before the day, and for a walk-in that was not sent yet. */
  onMark?: (attendance: Attendance | null) => void
  /** Absent if the user takes no orders. */
  onOrder?: () => void
  /** What is to be done for the guest; none without the network. */
  followUps: readonly FollowUp[]
  onFollowUp?: () => void
  /** Removes a walk-in that was not sent yet. */
  onRemove?: () => void
}

const edges = { arrived: '--good', no_show: '--line-strong' } as const

/** One guest: the buttons are at the thumb’s side, and pressing one again undoes it. */
function GuestRow({
  row,
  personId,
  offline,
  followUps,
  onMark,
  onOrder,
  onFollowUp,
  onRemove,
}: GuestRowProps) {
  const { name, phone, partySize, attendance, waits, booking } = row
  return (
    <li
      className={styles.guest}
      style={attendance ? { boxShadow: `inset 4px 0 var(${edges[attendance]})` } : undefined}
    >
      <Stack gap={4} className={styles.who}>
        {/* Beside the name, since links above each other would share their touch targets. */}
        <Group gap="sm" wrap="nowrap">
          <Group component="p" gap="4px 8px" miw={0}>
            <Text
              span
              ff="heading"
              fz="lg"
              lh={1.2}
              {...(attendance === 'no_show' && { c: 'dimmed', td: 'line-through' })}
            >
              <PersonLink bookingId={personId}>{name}</PersonLink>
            </Text>
            {partySize > 1 && <Tag>{peopleOf(partySize)}</Tag>}
            {booking?.assignee && <Tag>With {booking.assignee.name}</Tag>}
            {booking?.room && <Tag>Room: {booking.room}</Tag>}
            {waits && <Tag tone="warn">Not sent yet</Tag>}
          </Group>
          {booking?.hasOrders && (
            <Link to="/orders" search={{ bookingId: booking.id }} aria-label={`Has Orders: ${name}`}>
              <Tag tone="accent">Has Orders</Tag>
            </Link>
          )}
        </Group>
        <GivenAnswers booking={{ id: 0, ...booking, phone }} />
        {booking?.notes && <p className={surfaces.note}>{booking.notes}</p>}
        {followUps.map(({ id, text, dueOn, assigneeName }) => (
          <p key={id} className={surfaces.note} data-tone="warn">
            {['Follow up', assigneeName, `by ${formatShortDate(dueOn)}`].filter(Boolean).join(' · ')}: {text}
          </p>
        ))}
      </Stack>
      <Group gap="xs" justify="end" className={styles.actions}>
        {onFollowUp && !booking?.hasOrders && followUps.length === 0 && (
          <ReasonButton
            variant="subtle"
            reason={offline ? 'Follow-ups need the network. Try again when it’s back.' : null}
            aria-label={`Follow up with ${name}`}
            onClick={onFollowUp}
          >
            Follow up
          </ReasonButton>
        )}
        {onOrder && (
          <ReasonButton
            variant="subtle"
            reason={offline ? 'Orders need the network. Try again when it’s back.' : null}
            aria-label={`Create Order for ${name}`}
            onClick={onOrder}
          >
            Create Order
          </ReasonButton>
        )}
        {onRemove && (
          <SubtleButton color="bad" aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </SubtleButton>
        )}
        {onMark &&
          (['no_show', 'arrived'] as const).map((value) => (
            <button
              key={value}
              type="button"
              className={styles.mark}
              data-value={value}
              aria-pressed={attendance === value}
              aria-label={`${deskStates[value]}: ${name}`}
              onClick={() => onMark(attendance === value ? null : value)}
            >
              {deskStates[value]}
            </button>
          ))}
      </Group>
    </li>
  )
}

interface WalkInDialogProps {
  event: Event
  /** The time slots that have not ended. */
  groups: readonly DeskGroup[]
  /** The one that is chosen at first. */
  start: DeskGroup
  onAdd: (group: DeskGroup, guest: WalkIn) => void
  onClose: () => void
}

const walkIn = z.object({
  name: z.string().trim().max(personLimits.name),
  ...addBookingInput.pick({ phone: true }).shape,
  partySize: partySizeField,
})
type WalkIn = z.output<typeof walkIn> & { upToSpots?: number }

/** A walk-in with a name, a party, or another time; over the last spot only once the host agreed. */
function WalkInDialog({ event, groups, start, onAdd, onClose }: WalkInDialogProps) {
  const [slotId, setSlotId] = useState(start.slot.id)
  const form = useSchemaForm(walkIn, { name: '', phone: '', partySize: 1 }, null)
  const group = groups.find(({ slot }) => slot.id === slotId) ?? start
  const missing = spotsOf(event, Number(form.values.partySize) || 1) - group.left
  const upToSpots = missing > 0 ? group.slot.totalSlots + missing : undefined
  const moreSpots = useMoreSpots(upToSpots)

  function handleSubmit(values: typeof form.values) {
    if (!moreSpots.check()) return
    onAdd(group, { ...walkIn.parse(values), upToSpots })
    onClose()
  }

  return (
    <FormDialog
      title="Add walk-in"
      form={form}
      call={{ isPending: false, error: null }}
      onSubmit={handleSubmit}
      submitLabel="Add walk-in"
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="Optional."
        maxLength={personLimits.name}
        {...form.getInputProps('name')}
      />
      <PhoneField {...form.getInputProps('phone')} />
      {event.maxPartySize > 1 && <PartySizeField {...form.getInputProps('partySize')} />}
      <NativeSelect
        label="Time slot"
        value={slotId}
        onChange={({ currentTarget: { value } }) => setSlotId(Number(value))}
        data={groups.map(({ slot, left }) => ({
          value: String(slot.id),
          label: `${formatTimeRange(slot.startTime, slot.endTime)}${left > 0 ? '' : ' (full)'}`,
        }))}
      />
      {moreSpots.field}
    </FormDialog>
  )
}
