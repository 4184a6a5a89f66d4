import { Box, Button, type ButtonProps, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { api } from '@trunkshow/contract/api.ts'
import { formatDateRange, formatTimeRange } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import type { EventFill } from '@trunkshow/contract/slots/schema.ts'
import type { ReactNode } from 'react'
import mark from '../../../theme/mark.module.css'
import { monogram } from '../../../theme/monogram.ts'
import { call } from '../../api/client.ts'
import { useMayDo, useMayDoOnEvent } from '../../session/session-query.ts'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { Picture } from '../../ui/files/picture.tsx'
import { countOf, Tag } from '../../ui/list/words.tsx'
import { FillBar } from '../../ui/page/facts.tsx'
import { CalendarIcon } from '../../ui/page/frame-icons.tsx'
import { ClockIcon, PlaceIcon } from '../../ui/page/icons.tsx'
import { ButtonLink, OutsideLink } from '../../ui/page/page-header.tsx'
import surfaces from '../../ui/page/surfaces.module.css'
import { tiles } from '../../ui/page/tiles.ts'
import styles from './event-card.module.css'

/** One event of the list, with its actions. */
export function EventCard({ event, fill }: { event: Event; fill: EventFill | undefined }) {
  const mayEdit = useMayDoOnEvent(event, 'events.edit')
  const mayManage = useMayDoOnEvent(event, 'bookings.manage')
  const maySeeOrders = useMayDo('orders.see') && !event.coHosted
  const id = String(event.id)
  const titleId = `event-${id}`
  return (
    <Card component="li" p={0} miw={0} aria-labelledby={titleId}>
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
          {event.name}
        </Title>
        <Text c="dimmed" mt={4}>
          by {event.hostName}
        </Text>
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
      <Group gap="4px 0" justify="space-between" px="md" pb="xs" className={styles.actions}>
        {mayEdit && event.isHidden && <VisibilityButton event={event} variant="filled" flex="1 1 100%" />}
        <ButtonLink
          to="/bookings/$id"
          params={{ id }}
          variant="default"
          flex="1 1 100%"
          aria-describedby={titleId}
        >
          Manage Bookings
        </ButtonLink>
        {mayManage && (
          <ButtonLink
            to="/desk/$id"
            params={{ id }}
            reloadDocument
            variant="subtle"
            aria-label={`Desk of ${event.name}`}
          >
            Desk
          </ButtonLink>
        )}
        {maySeeOrders && (
          <ButtonLink
            to="/reports"
            search={{ eventId: event.id }}
            variant="subtle"
            aria-label={`Report of ${event.name}`}
          >
            Report
          </ButtonLink>
        )}
        {mayEdit && (
          <ButtonLink to="/editevent/$id" params={{ id }} variant="subtle" aria-label={`Edit ${event.name}`}>
            Edit
          </ButtonLink>
        )}
        {mayEdit && (
          <ButtonLink
            from="/events"
            to="/events"
            search={({ tab }) => ({ tab, copy: event.id })}
            variant="subtle"
            aria-label={`Copy ${event.name}`}
          >
            Copy
          </ButtonLink>
        )}
        {mayEdit && !event.isHidden && <VisibilityButton event={event} variant="subtle" />}
        <OutsideLink
          href={paths.event(event.urlSlug)}
          variant="subtle"
          aria-label={`View public page of ${event.name}`}
        >
          View public page
        </OutsideLink>
      </Group>
    </Card>
  )
}

/** Publishes an event, or hides one that guests can book. */
export function VisibilityButton({ event, ...button }: { event: Event } & ButtonProps) {
  const { id, name, isActive } = event
  const change = useReportedCall({
    call: () => call(api.events.setVisibility, { params: { id }, body: { isHidden: isActive } }),
    done: ({ isHidden }) =>
      isHidden
        ? { title: 'Event hidden', description: 'Only your team can see it. Guests keep their appointments.' }
        : { title: 'Event published', description: 'Guests can see and book it.' },
    failedTo: isActive ? 'hide event' : 'publish event',
    reloads: ['events'],
  })
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
        {event.logoUrl ? (
          <Picture
            kind="logo"
            source={event.logoUrl}
            alt=""
            sizes="160px"
            className={mark.logo}
            fallback={initials}
          />
        ) : (
          initials
        )}
      </span>
      <span className={surfaces.corner}>{children}</span>
    </div>
  )
}

const CARDS = [0, 1, 2]

/** Placeholder for the list while it loads. */
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
