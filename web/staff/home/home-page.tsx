import { Box, Card, Group, Stack, Text, Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createLink, getRouteApi, Link, linkOptions } from '@tanstack/react-router'
import { countAppointments, peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import { formatDateRange, formatDay, formatShortDate, formatTime } from '@trunkshow/contract/dates.ts'
import type { Home } from '@trunkshow/contract/home/schema.ts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { type ComponentProps, useId } from 'react'
import { api, call } from '../api/client.ts'
import { MineFilter } from '../company/mine-filter.tsx'
import { DueFollowUps } from '../follow-ups/due-follow-ups.tsx'
import { followUpsQuery } from '../follow-ups/queries.ts'
import { mailStateQuery, useCompanyZone, useMayDo, useUser } from '../session/session-query.ts'
import type { Prefetch } from '../shell/lazy-page.tsx'
import { Loaded } from '../ui/feedback/notice.tsx'
import { FillBar } from '../ui/page/facts.tsx'
import { CheckIcon } from '../ui/page/icons.tsx'
import { ButtonLink, PageHeader } from '../ui/page/page-header.tsx'
import { Section } from '../ui/page/section.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { countOf, QuietText, Soft, Tag } from '../ui/page/words.tsx'
import firstSteps from './first-steps.module.css'
import styles from './home-page.module.css'

export const prefetch: Prefetch = (client) =>
  Promise.all([
    client.prefetchQuery(homeQuery()),
    client.prefetchQuery(failedOrdersQuery),
    client.prefetchQuery(followUpsQuery()),
  ])

const route = getRouteApi('/signed-in/home')

/** /home: today's appointments, what waits for someone, and how events do (docs/product.md, Home). */
export function HomePage() {
  const { mine } = route.useSearch()
  const navigate = route.useNavigate()
  const home = useQuery(homeQuery(mine))
  const zone = useUser()?.zone
  const mayOrder = useMayDo('orders.edit')
  const isNew = useMayDo('events.edit') && home.data && Object.values(home.data.steps).includes(false)
  return (
    <>
      <PageHeader title="Home" subtitle={zone && formatDay(wallClock(new Date(), zone).date)}>
        <MineFilter mine={mine} onFilter={(search) => navigate({ search })} />
        {mayOrder && home.data?.steps.template && (
          <ButtonLink to="/orders" search={{ create: true }} variant={isNew ? 'default' : 'filled'}>
            Create Order
          </ButtonLink>
        )}
      </PageHeader>
      <Loaded query={home} noun="Home">
        {(home) => <Overview home={home} isNew={isNew === true} mine={mine} />}
      </Loaded>
    </>
  )
}

interface OverviewProps {
  home: Home
  /** Whether it begins with the first steps. */
  isNew: boolean
  mine: boolean | undefined
}

function Overview({ home, isNew, mine }: OverviewProps) {
  const { steps, today, nextEvents, sharedEventId, revenue } = home
  const isEmpty = !steps.event && !steps.order
  return (
    <>
      {isNew && <FirstSteps done={steps} eventId={sharedEventId ?? undefined} />}
      {!(isNew && isEmpty) && (
        <div className={styles.overview}>
          <Panel title="Today">
            {today.count > 0 ? <TodayList today={today} /> : <QuietText>No appointments today.</QuietText>}
          </Panel>
          <Stack gap="lg">
            <DueFollowUps mine={mine} />
            <Panel title="Needs attention">
              <Waiting home={home} />
            </Panel>
            <Panel title="Next events">
              <NextEvents events={nextEvents} />
            </Panel>
            <Panel title="Revenue by event">
              <Revenue events={revenue} />
            </Panel>
          </Stack>
        </div>
      )}
    </>
  )
}

const Panel = (props: ComponentProps<typeof Section>) => (
  <Section mb="xs" className={surfaces.panel} {...props} />
)

const Row = createLink((props: ComponentProps<'a'>) => (
  <li>
    <a {...props} className={styles.row} />
  </li>
))

const countWords = (count: number) => (count === 1000 ? '1,000+' : count.toLocaleString('en-US'))

/** What someone has to do, each with the list or record to do it in. */
function Waiting({ home }: { home: Home }) {
  const { unpaidOrders, ordersToShip, due, overdue, disputes, agreements, making } = home
  const zone = useCompanyZone()
  const mustReconnect = useMayDo('stripe.manage') && home.mustReconnect
  const { data: failedOrders = [] } = useQuery(failedOrdersQuery)
  const { data: failedEmails = 0 } = useQuery({ ...mailStateQuery(), select: ({ failed }) => failed })
  const orders = [
    ['pending', unpaidOrders, `unpaid ${unpaidOrders === 1 ? 'order' : 'orders'}`],
    ['paid', ordersToShip, `paid ${ordersToShip === 1 ? 'order' : 'orders'} to ship`],
  ] as const
  const answers = [
    ['changeAsked', 'asked to be changed', 'bad'],
    ['changed', 'changed since the customer saw it', 'bad'],
    ['waiting', 'waiting for the customer’s approval', undefined],
  ] as const
  const risks = [
    ['late', 'late', 'bad'],
    ['atRisk', 'at risk of being late', 'bad'],
    ['notStarted', 'paid, not started', undefined],
  ] as const
  const failures = failedOrders.length + failedEmails + disputes.length
  if (unpaidOrders + ordersToShip + failures === 0 && !mustReconnect)
    return <QuietText>You’re all caught up.</QuietText>
  return (
    <ul className={surfaces.between}>
      {failedEmails > 0 && (
        <Row to="/emails" search={{ state: 'attention' }}>
          <b className={styles.number}>{failedEmails === 100 ? '100+' : failedEmails}</b>
          <Text span c="bad">
            {failedEmails === 1 ? 'guest' : 'guests'} didn’t get an email
          </Text>
        </Row>
      )}
      {failedOrders.map(({ id, orderNumber, reason }) => (
        <Row key={id} to="/orders" search={{ orderId: id }}>
          <b className={styles.number}>#{orderNumber}</b>
          <span className={styles.words}>
            <Text span c="bad">
              couldn’t be updated in Shopify
            </Text>
            <Soft>{reason}</Soft>
          </span>
        </Row>
      ))}
      {mustReconnect && (
        <Row to="/settings/$section" params={{ section: 'payments' }}>
          <b className={styles.number}>Stripe</b>
          <span className={styles.words}>
            <Text span c="bad">
              doesn’t accept your key anymore
            </Text>
            <Soft>Customers can’t pay online until you reconnect.</Soft>
          </span>
        </Row>
      )}
      {disputes.map(({ orderId, orderNumber, amount, dueBy }) => (
        <Row key={`disputed ${orderId}`} to="/orders" search={{ orderId }}>
          <b className={styles.number}>#{orderNumber}</b>
          <span className={styles.words}>
            <Text span c="bad">
              a customer’s bank disputes {formatMoney(amount)}
            </Text>
            <Soft>
              Answer in Stripe
              {dueBy && ` by ${formatShortDate(wallClock(new Date(dueBy), zone).date)}`}
            </Soft>
          </span>
        </Row>
      ))}
      {overdue.orders > 0 && (
        <Row to="/orders" search={{ money: 'overdue' }}>
          <b className={styles.number}>{countWords(overdue.orders)}</b>
          <span className={styles.words}>
            <Text span c="bad">
              overdue {overdue.orders === 1 ? 'balance' : 'balances'}
            </Text>
            <Soft>{formatMoney(overdue.due)}</Soft>
          </span>
        </Row>
      )}
      {risks.map(
        ([risk, words, tone]) =>
          making[risk] > 0 && (
            <Row key={risk} to="/board" search={{ making: risk }}>
              <b className={styles.number}>{countWords(making[risk])}</b>
              <Text span c={tone}>
                {making[risk] === 1 ? 'order' : 'orders'} {words}
              </Text>
            </Row>
          ),
      )}
      {answers.map(
        ([agreement, words, tone]) =>
          agreements[agreement] > 0 && (
            <Row key={agreement} to="/orders" search={{ agreement }}>
              <b className={styles.number}>{countWords(agreements[agreement])}</b>
              <Text span c={tone}>
                {agreements[agreement] === 1 ? 'order' : 'orders'} {words}
              </Text>
            </Row>
          ),
      )}
      {orders.map(
        ([status, count, words]) =>
          count > 0 && (
            <Row key={status} to="/orders" search={{ status }}>
              <b className={styles.number}>{countWords(count)}</b>
              <span className={styles.words}>
                {words}
                {status === 'pending' && Number(due) > 0 && <Soft>{formatMoney(due)} due in all</Soft>}
              </span>
            </Row>
          ),
      )}
    </ul>
  )
}

function NextEvents({ events }: { events: Home['nextEvents'] }) {
  const mayEdit = useMayDo('events.edit')
  if (events.length === 0)
    return (
      <>
        <QuietText>No upcoming events.</QuietText>
        {mayEdit && (
          <Group component="p" gap="4px 16px" mt="sm" lh="var(--control-in-row)">
            <Link to="/events" search={{ create: true }}>
              Create an event
            </Link>
          </Group>
        )}
      </>
    )
  return (
    <ul className={surfaces.between}>
      {events.map(({ id, name, eventDate, endDate, ...fill }) => (
        <Row key={id} to="/bookings/$id" params={{ id: String(id) }}>
          <span className={styles.words}>
            <b>{name}</b>
            <Soft>{formatDateRange(eventDate, endDate)}</Soft>
          </span>
          <Text span flex="none" w="min(40%, 160px)">
            <FillBar fill={fill} />
          </Text>
        </Row>
      ))}
    </ul>
  )
}

function Revenue({ events }: { events: Home['revenue'] }) {
  if (events.length === 0) return <QuietText>Orders taken at events show up here.</QuietText>
  return (
    <>
      <ul className={surfaces.between}>
        {events.map(({ id, name, eventDate, orders, ordered, paid }) => (
          <Row key={id} to="/reports" search={{ eventId: id }}>
            <span className={styles.words}>
              <b>{name}</b>
              <Soft>
                {formatShortDate(eventDate)} · {countOf(String(orders), 'order')}
              </Soft>
            </span>
            <Stack component="span" gap={0} align="end" flex="none" className={styles.number}>
              <span>{formatMoney(ordered)}</span>
              <Soft>{formatMoney(paid)} paid</Soft>
            </Stack>
          </Row>
        ))}
      </ul>
      <Group component="p" gap="4px 16px" mt="sm" lh="var(--control-in-row)">
        <Link to="/reports">Open reports</Link>
      </Group>
    </>
  )
}

/** Reloaded while Home is open, since guests arrive and book. */
const reloading = { staleTime: 0, refetchInterval: 30_000, refetchOnWindowFocus: true }

/** What Home shows, but for emails and operations in Shopify that failed. */
const homeQuery = (mine?: boolean) =>
  queryOptions({
    queryKey: ['home', mine],
    queryFn: () => call(api.home.get, { query: { mine } }),
    ...reloading,
  })

/** Orders whose last operation in Shopify failed. */
const failedOrdersQuery = queryOptions({
  queryKey: ['shopify', 'failed-orders'],
  queryFn: () => call(api.shopify.failedOrders),
  ...reloading,
})

type Appointment = Home['today']['bookings'][number]

/** Rows that fit beside the rest of the screen; the desk has all. */
const SHOWN = 8

/** Whether someone still has to greet this guest. */
const isAhead = ({ attendance, endsAt }: Appointment, now: number) =>
  attendance === null && Date.parse(endsAt) > now

/** Today's appointments from the next one on, each leading to the desk of its event. */
function TodayList({ today }: { today: Home['today'] }) {
  const { count, guests, arrived, before, bookings, events } = today
  const now = Date.now()
  const next = bookings.find((appointment) => isAhead(appointment, now))
  const from = next ? bookings.indexOf(next) : Math.max(0, bookings.length - SHOWN)
  const shown = bookings.slice(from, from + SHOWN)
  const more = count - before - from - shown.length
  return (
    <>
      <QuietText>
        {`${countAppointments(count, guests)} · ${arrived} arrived${
          before + from > 0 && next ? ` · ${before + from}\u00a0earlier` : ''
        }`}
      </QuietText>
      <Box component="ol" mt="xs" className={surfaces.between}>
        {shown.map((appointment) => (
          <Row
            key={appointment.id}
            to="/desk/$id"
            params={{ id: String(appointment.eventId) }}
            reloadDocument
            data-next={appointment === next}
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
          </Row>
        ))}
      </Box>
      <Group component="p" gap="4px 16px" mt="sm" lh="var(--control-in-row)">
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

/** The steps in their order; `eventId` is the event whose link is to be shared. */
const stepsFor = (eventId: number | undefined) =>
  [
    {
      step: 'company',
      title: 'Name your company',
      hint: 'It appears on your pages and emails, and lets you invite your team.',
      label: 'Open Settings',
      link: linkOptions({ to: '/settings/$section', params: { section: 'company' } }),
    },
    {
      step: 'event',
      title: 'Create your first event',
      hint: 'Set the days and hours. We make the time slots.',
      label: 'Create Event',
      link: linkOptions({ to: '/events', search: { create: true } }),
    },
    {
      step: 'booking',
      title: 'Share the link',
      hint: 'Copy it or print its QR code. This is done with the first booking.',
      label: 'Share',
      link: linkOptions({ to: '/events', search: { created: eventId } }),
    },
    {
      step: 'template',
      title: 'Make an order form',
      hint: 'Choose what you write down for each order, such as size and fabric.',
      label: 'New template',
      link: linkOptions({ to: '/orders', search: { tab: 'templates' } }),
    },
    {
      step: 'order',
      title: 'Take your first order',
      hint: 'For a guest’s booking, or for any customer.',
      label: 'Create Order',
      link: linkOptions({ to: '/orders', search: { create: true } }),
    },
  ] as const

/** What a new company does first, each ticked once it is done (docs/product.md, Home). */
function FirstSteps({ done, eventId }: { done: Home['steps']; eventId: number | undefined }) {
  const titleId = useId()
  const steps = stepsFor(eventId)
  const toDo = steps.filter(({ step }) => !done[step])
  return (
    <Card component="section" p={0} mb="xl" aria-labelledby={titleId} className={firstSteps.steps}>
      <Group component="header" gap="4px 16px" align="baseline" justify="space-between">
        <Title order={2} id={titleId}>
          Get started
        </Title>
        <QuietText>
          {steps.length - toDo.length} of {steps.length} done
        </QuietText>
      </Group>
      <ol>
        {steps.map(({ step, title, hint, label, link }) => (
          <li key={step} data-done={done[step]}>
            <span className={firstSteps.tick} role="img" aria-label={done[step] ? 'Done' : 'To do'}>
              {done[step] && <CheckIcon />}
            </span>
            <div>
              <Text component="h3" fw={done[step] ? 400 : 600}>
                {title}
              </Text>
              {!done[step] && <QuietText>{hint}</QuietText>}
            </div>
            {!done[step] && (
              <ButtonLink variant={step === toDo[0]?.step ? 'filled' : 'default'} {...link}>
                {label}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
      <QuietText>
        Coming from Shopify, Square, Calendly, or Acuity?{' '}
        <Link to="/settings/$section" params={{ section: 'move-in' }}>
          Move in
        </Link>
      </QuietText>
    </Card>
  )
}
