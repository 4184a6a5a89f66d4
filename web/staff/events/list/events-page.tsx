import { Box, Group, Stack, Tabs, Text, Title } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useNavigate } from '@tanstack/react-router'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { type EventTab, listsOf } from '@trunkshow/contract/events/screens.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { sentenceOf } from '../../api/client.ts'
import { useMayDo } from '../../session/session-query.ts'
import type { Prefetch } from '../../shell/lazy-page.tsx'
import { fillQuery } from '../../slots/queries.ts'
import { Notice, NotLoaded } from '../../ui/feedback/notice.tsx'
import { lazy, WaitingPart } from '../../ui/lazy/lazy.tsx'
import { type Listed, ShowMore, type ShowMoreProps } from '../../ui/list/list-screen.tsx'
import { CopyIcon } from '../../ui/page/icons.tsx'
import { ButtonLink, OutsideLink, PageHeader } from '../../ui/page/page-header.tsx'
import { tiles } from '../../ui/page/tiles.ts'
import { groupDigits, QuietButton, Soft } from '../../ui/page/words.tsx'
import { eventCountQuery, eventQuery, eventsQuery } from '../queries.ts'
import { EventCard, EventsSkeleton, VisibilityButton } from './event-card.tsx'

const route = getRouteApi('/signed-in/events')

/** The forms are larger than the list, so they load when first opened. */
const CreateEventDialog = lazy(() => import('../form/create-event-dialog.tsx'), 'CreateEventDialog')

const ToursTab = lazy(() => import('../tours/tours-tab.tsx'), 'ToursTab', WaitingPart)

const tabs = {
  active: 'Active',
  inactive: 'Inactive',
  upcoming: 'Upcoming',
  past: 'Past',
  hidden: 'Hidden',
  tours: 'Tours',
} as const

/** On a phone the tabs scroll: begins with the selected one in sight. */
function showSelected(list: HTMLElement | null) {
  const selected = list?.querySelector<HTMLElement>('[data-active]')
  if (list && selected) list.scrollLeft = selected.offsetLeft - list.clientWidth / 2
}

/** A tab as the address names it: the first one not at all. */
const inAddress = (tab: keyof typeof tabs) => (tab === 'active' ? undefined : tab)

export const prefetch: Prefetch = (client) =>
  Promise.all([
    ...listsOf('active').map((which) => client.prefetchInfiniteQuery(eventsQuery(which))),
    client.prefetchQuery(eventCountQuery(true)),
    client.prefetchQuery(eventCountQuery(false)),
  ])

/** The company's events in tabs by whether guests can book, see or still visit them; the create and edit dialogs open over them. */
export function EventsPage() {
  const { tab = 'active', created, create, copy } = route.useSearch()
  const navigate = useNavigate({ from: '/events' })
  const mayEdit = useMayDo('events.edit')
  const { data: createdEvent } = useQuery({ ...eventQuery(String(created)), enabled: created !== undefined })
  return (
    <>
      <PageHeader title="Your Events" subtitle="Manage your trunk show events and view bookings">
        <ButtonLink to="/calendar" variant="default">
          Calendar
        </ButtonLink>
        {mayEdit && <CreateEventLink />}
      </PageHeader>
      <CreatedNotice event={createdEvent} />
      <Tabs
        value={tab}
        onChange={(next) => navigate({ search: { tab: inAddress(next as keyof typeof tabs) } })}
      >
        <Tabs.List ref={showSelected}>
          {Object.entries(tabs).map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
              {(value === 'active' || value === 'inactive') && <TabCount isActive={value === 'active'} />}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} pt="lg">
          {tab === 'tours' ? <ToursTab /> : <EventsOfTab key={tab} tab={tab} mayEdit={mayEdit} />}
        </Tabs.Panel>
      </Tabs>
      {(create || copy) && (
        <CreateEventDialog
          copyOf={copy}
          onClose={() => navigate({ to: '/events', search: { tab: inAddress(tab) }, replace: true })}
        />
      )}
      <Outlet />
    </>
  )
}

function TabCount({ isActive }: { isActive: boolean }) {
  const { data: total } = useQuery(eventCountQuery(isActive))
  return total && <Soft> {groupDigits(total)}</Soft>
}

/** Shown after creating an event: the guests' link, to copy or open; of a draft, that it can be published. */
function CreatedNotice({ event }: { event: Event | undefined }) {
  const clipboard = useClipboard({ timeout: 2000 })
  if (!event) return null
  const path = paths.event(event.urlSlug)
  const url = new URL(path, location.origin).href
  return (
    <Group
      component="section"
      gap="md"
      mb="lg"
      px="lg"
      py="md"
      bdrs="md"
      bg="var(--good-wash)"
      aria-label="New event"
    >
      <Box flex="1 1 280px" miw={0}>
        <Title order={2} size="h3" c="good">
          {event.isHidden ? `${event.name} is saved as a draft` : `${event.name} is ready for guests`}
        </Title>
        <Text mt={4}>
          {event.isHidden
            ? 'Only your team can see it. Once you publish it, anyone with this link can book a time.'
            : 'Anyone with this link can book a time.'}
        </Text>
        <Text fw={600}>{url}</Text>
      </Box>
      <Group align="stretch">
        {event.isHidden && <VisibilityButton event={event} variant="filled" />}
        <QuietButton leftSection={<CopyIcon />} onClick={() => clipboard.copy(url)}>
          {clipboard.copied ? 'Copied' : 'Copy link'}
        </QuietButton>
        <OutsideLink href={path}>View public page</OutsideLink>
      </Group>
    </Group>
  )
}

const emptyTexts = {
  active: ['No active events', 'Create your first event to get started.'],
  inactive: ['No inactive events', 'All your events are currently active.'],
  upcoming: ['No upcoming events', 'Create an event, and guests book their own appointments.'],
  past: ['No past events', 'Events move here once they are over.'],
  hidden: ['No hidden events', 'Drafts and events you hide wait here. Only your team sees them.'],
} as const

const headings = { upcoming: 'Upcoming', past: 'Past' }

function EventsOfTab({ tab, mayEdit }: { tab: EventTab; mayEdit: boolean }) {
  const which = listsOf(tab)
  const [first, last] = [
    useInfiniteQuery(eventsQuery(which[0]!)),
    useInfiniteQuery(eventsQuery(which.at(-1)!)),
  ]
  const lists = which.length > 1 ? [first, last] : [first]
  const [title, text] = emptyTexts[tab]
  const loaded = lists.flatMap((list, index) =>
    list.data ? [{ list: { ...list, data: list.data }, when: which[index]!.when! }] : [],
  )
  if (loaded.length === lists.length) {
    if (loaded.some(({ list }) => list.data.rows.length > 0))
      return (
        <Stack gap={48}>
          {loaded.map(({ list, when }) => (
            <EventsGroup key={when} heading={headings[when]} list={list} />
          ))}
        </Stack>
      )
    return (
      <Notice
        title={title}
        action={(tab === 'active' || tab === 'upcoming') && mayEdit && <CreateEventLink />}
      >
        {text}
      </Notice>
    )
  }
  const failed = lists.filter((list) => list.isError)
  const error = failed[0]?.error ?? null
  return (
    <NotLoaded
      query={{ error, refetch: () => Promise.all(failed.map((list) => list.refetch())) }}
      noun="events"
      failed="Error Loading Events"
      text={error !== null && sentenceOf(error, 'Couldn’t load your events.')}
      waiting={<EventsSkeleton />}
    />
  )
}

interface EventsGroupProps {
  heading: string
  list: Omit<ShowMoreProps['list'], 'data'> & { data: Listed<Event> }
}

/** A list's cards under a heading; renders nothing for an empty list. */
function EventsGroup({ heading, list }: EventsGroupProps) {
  const { rows } = list.data
  const { data: fills } = useQuery(fillQuery(rows.map(({ id }) => id)))
  if (rows.length === 0) return null
  return (
    <section>
      <Title order={2} mb="sm">
        {heading}
      </Title>
      <ul style={tiles(300, 'var(--g5)')}>
        {rows.map((event) => (
          <EventCard key={event.id} event={event} fill={fills?.find(({ eventId }) => eventId === event.id)} />
        ))}
      </ul>
      <ShowMore list={list} />
    </section>
  )
}

/** Opens the create dialog over the list by URL, so Back closes it. */
function CreateEventLink() {
  return (
    <ButtonLink from="/events" to="/events" search={({ tab }) => ({ tab, create: true })}>
      Create Event
    </ButtonLink>
  )
}
