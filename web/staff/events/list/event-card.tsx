import { Box, Button, type ButtonProps, Card, Group, Skeleton, Stack, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { formatDateRange, formatTimeRange } from '@trunkshow/contract/dates.ts'
import { isOver } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import type { EventFill } from '@trunkshow/contract/slots/schema.ts'
import type { ReactNode } from 'react'
import mark from '../../../theme/mark.module.css'
import { monogram } from '../../../theme/monogram.ts'
import { api, call } from '../../api/client.ts'
import { useMayDo, useMayDoOnEvent, useUser } from '../../session/session-query.ts'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { Picture } from '../../ui/files/picture.tsx'
import { FillBar } from '../../ui/page/facts.tsx'
import { CalendarIcon } from '../../ui/page/frame-icons.tsx'
import { ClockIcon, PlaceIcon } from '../../ui/page/icons.tsx'
import { ButtonLink } from '../../ui/page/page-header.tsx'
import surfaces from '../../ui/page/surfaces.module.css'
import { tiles } from '../../ui/page/tiles.ts'
import { countOf, QuietText, Tag } from '../../ui/page/words.tsx'
import { opensOn, RowLink } from '../../ui/table/row-link.tsx'
import { RowMenu } from '../../ui/table/row-menu.tsx'
import styles from './event-card.module.css'

export function EventCard({ event, fill }: { event: Event; fill: EventFill | undefined }) {
  const mayEdit = useMayDoOnEvent(event, 'events.edit')
  const mayManage = useMayDoOnEvent(event, 'bookings.manage')
  const maySeeOrders = useMayDo('orders.see') && !event.coHosted
  const id = String(event.id)
  const titleId = `event-${id}`
  const visibility = useVisibility(event)
  const over = isOver(event, new Date())
  const navigate = useNavigate({ from: '/events' })
  const href = paths.bookings(id)
  const open = () => void navigate({ to: '/bookings/$id', params: { id } })
  return (
    <Card component="li" p={0} miw={0} aria-labelledby={titleId} {...opensOn(href, open)}>
      <EventCover event={event}>
        {fill && fill.failedEmails > 0 && (
          <Tag tone="bad">{countOf(String(fill.failedEmails), 'failed email')}</Tag>
        )}
        {event.isHidden && <Tag tone="warn">Hidden</Tag>}
        {event.coHosted && <Tag tone="good">Co-host</Tag>}
        <Tag tone={event.isPublic ? 'accent' : 'plain'}>{event.isPublic ? 'Public' : 'Private'}</Tag>
      </EventCover>
      <Box p="md" flex={1}>
        <Title order={3} id={titleId} size="h2" textWrap="balance">
          <RowLink href={href} onOpen={open}>
            {event.name}
          </RowLink>
        </Title>
        <QuietText mt={4}>by {event.hostName}</QuietText>
        <Stack component="ul" gap={4} mt="sm" className={styles.facts}>
          <li>
            <CalendarIcon />
            {formatDateRange(event.eventDate, event.endDate)}
          </li>
          <li>
            <ClockIcon />
            {formatTimeRange(event.startTime, event.endTime)}
          </li>
          {event.location && (
            <li>
              <PlaceIcon />
              {event.location}
            </li>
          )}
        </Stack>
        <Box mt="sm">
          <FillBar fill={fill} />
        </Box>
      </Box>
      <Group gap="xs" wrap="nowrap" px="md" pb="md">
        {mayEdit && event.isHidden && <VisibilityButton event={event} variant="filled" />}
        <ButtonLink to="/bookings/$id" params={{ id }} variant="default" flex={1} aria-describedby={titleId}>
          Manage Bookings
        </ButtonLink>
        {maySeeOrders && over && (
          <ButtonLink
            to="/reports"
            search={{ eventId: event.id }}
            variant="default"
            aria-label={`Report of ${event.name}`}
          >
            Report
          </ButtonLink>
        )}
        <RowMenu
          name={event.name}
          tasks={[
            mayEdit && { label: 'Edit', to: paths.editEvent(id) },
            // A document of its own, which the device can open again without the network (decision 057).
            mayManage && { label: 'Desk', href: paths.desk(id) },
            mayManage && { label: 'Email guests', to: `${paths.bookings(id)}?write=true` },
            maySeeOrders && !over && { label: 'Report', to: `${paths.reports()}?eventId=${id}` },
            mayEdit && {
              label: 'Copy',
              onRun: () => void navigate({ search: ({ tab }) => ({ tab, copy: event.id }) }),
            },
            mayEdit && !event.isHidden && { label: 'Hide', onRun: () => visibility.mutate() },
            { label: 'View public page', href: paths.event(event.urlSlug), outside: true },
          ]}
        />
      </Group>
    </Card>
  )
}

/** Publishes a hidden event, or hides a published one. */
function useVisibility({ id, isActive }: Event) {
  return useReportedCall({
    call: () => call(api.events.setVisibility, { params: { id }, body: { isHidden: isActive } }),
    done: ({ isHidden }) =>
      isHidden
        ? { title: 'Event hidden', description: 'Only your team can see it. Guests keep their appointments.' }
        : { title: 'Event published', description: 'Guests can see and book it.' },
    failedTo: isActive ? 'hide event' : 'publish event',
    reloads: ['events'],
  })
}

/** Publishes an event, or hides one that guests can book. */
export function VisibilityButton({ event, ...button }: { event: Event } & ButtonProps) {
  const { name, isActive } = event
  const change = useVisibility(event)
  const label = isActive ? 'Hide' : 'Publish'
  return (
    <Button
      {...button}
      aria-label={`${label} ${name}`}
      disabled={change.isPending}
      onClick={() => change.mutate()}
    >
      {label}
    </Button>
  )
}

/** The top of an event's card: its banner, with the host's logo or initials in the corner. */
function EventCover({ event, children }: { event: Event; children: ReactNode }) {
  const company = useUser()?.company
  // As guests see it: the company's, if the event has none.
  const logo = event.logoUrl ?? (event.coHosted ? null : company?.logoUrl)
  const initials = <span aria-hidden="true">{monogram(event.hostName)}</span>
  return (
    <div className={styles.cover}>
      {event.bannerUrl && (
        <Picture
          kind="banner"
          source={event.bannerUrl}
          alt=""
          sizes="(max-width: 48em) 100vw, 400px"
          className={`${surfaces.cover} ${styles.banner}`}
          fallback={null}
        />
      )}
      <span className={styles.mark} data-corner={event.bannerUrl !== null}>
        {logo ? (
          <Picture kind="logo" source={logo} alt="" sizes="160px" className={mark.logo} fallback={initials} />
        ) : (
          initials
        )}
      </span>
      <span className={surfaces.corner}>{children}</span>
    </div>
  )
}

const CARDS = [0, 1, 2]

export function EventsSkeleton() {
  return (
    <Box
      style={tiles(300, 'var(--g5)')}
      pt="calc(var(--s2) * 1.2 + var(--g3))"
      role="status"
      aria-label="Loading events"
    >
      {CARDS.map((card) => (
        <Card key={card} p={0}>
          <Skeleton radius={0} h={148} />
          <Stack gap="sm" px="md" pt="md" pb={72}>
            <Skeleton w="75%" h="var(--s2)" />
            <Skeleton w="50%" h="var(--s-1)" />
            <Skeleton w="50%" h="var(--s-1)" />
          </Stack>
        </Card>
      ))}
    </Box>
  )
}
