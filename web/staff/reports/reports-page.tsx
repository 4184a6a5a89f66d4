import { Box, Group, SegmentedControl, Title, VisuallyHidden } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { addDays, formatShortDate, isDate } from '@trunkshow/contract/dates.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { urlOf } from '@trunkshow/contract/paths.ts'
import {
  averageOrder,
  comparison,
  conversion,
  headlineOf,
  scopeName,
  tableOf,
} from '@trunkshow/contract/reports/rules.ts'
import {
  type Outcome,
  type Report,
  type ReportScope,
  type ReportTable,
  reportQuery,
  reportTables,
} from '@trunkshow/contract/reports/schema.ts'
import type { reportsScreen } from '@trunkshow/contract/reports/screens.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { type ComponentProps, useId, useState } from 'react'
import type { z } from 'zod'
import { api, call, isMissing } from '../api/client.ts'
import { eventChoicesQuery } from '../orders/queries.ts'
import { useUser } from '../session/session-query.ts'
import { ListSkeleton, Notice, NotLoaded } from '../ui/feedback/notice.tsx'
import { Choose } from '../ui/form/choose.tsx'
import { DateField } from '../ui/form/date-field.tsx'
import { lazy, WaitingPart } from '../ui/lazy/lazy.tsx'
import { Counters } from '../ui/page/facts.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import printed from '../ui/page/printed.module.css'
import surfaces from '../ui/page/surfaces.module.css'
import { useStoredChoice } from '../ui/page/use-stored-choice.ts'
import { QuietButton, QuietText } from '../ui/page/words.tsx'
import { PlainTable, ScrollingTable } from '../ui/table/plain-table.tsx'
import styles from './reports-page.module.css'
import { StatementSection } from './statement-section.tsx'
import { textOf } from './text-of.ts'

const route = getRouteApi('/signed-in/reports')

const ReportChart = lazy(() => import('./report-chart.tsx'), 'ReportChart', WaitingPart)

/** /reports: what an event or a period brought, as charts, tables, and files (docs/product.md, Reports). */
export function ReportsPage() {
  const search = route.useSearch()
  const zone = useUser()?.zone
  if (!zone) return <ListSkeleton label="Loading reports" />
  const { date } = wallClock(new Date(), zone)
  return <Reports scope={scopeOf(search, date)} today={date} />
}

/** The report that a URL is about: by default the twelve months until today, `yyyy-MM-dd`. */
function scopeOf({ eventId, from, to }: z.output<typeof reportsScreen.search>, today: string): ReportScope {
  if (eventId) return { eventId }
  const last = to ?? today
  return { from: from ?? addDays(last, -364), to: last }
}

function Reports({ scope, today }: { scope: ReportScope; today: string }) {
  const fault = reportQuery.safeParse(scope).error?.issues[0]?.message
  const query = useQuery({
    queryKey: ['reports', scope],
    queryFn: () => call(api.reports.get, { query: scope }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled: !fault,
  })
  const { data, error, isPlaceholderData } = query
  return (
    <div className={printed.printed}>
      <PageHeader title="Reports" subtitle={data && !isPlaceholderData && scopeName(data, scope)}>
        <QuietButton className={printed.screenOnly} disabled={!data} onClick={() => window.print()}>
          Print
        </QuietButton>
      </PageHeader>
      <Scope scope={scope} today={today} fault={fault} />
      {fault ? null : data && !isMissing(error) ? (
        <ReportView report={data} scope={scope} outdated={isPlaceholderData} />
      ) : (
        <NotLoaded
          query={query}
          noun="report"
          failed="Couldn’t load the report"
          missing={
            <Notice title={eventMessages.notFound}>
              It may have been deleted, or the link may be wrong.
            </Notice>
          }
        />
      )}
    </div>
  )
}

/** Some days until today, and the event that began last, by the names of their buttons. */
const presetsOf = (today: string, last: Event | undefined): [string, ReportScope][] => [
  ...(last ? [['Last event', { eventId: last.id }] satisfies [string, ReportScope]] : []),
  ['Last 30 days', { from: addDays(today, -29), to: today }],
  ['This year', { from: `${today.slice(0, 4)}-01-01`, to: today }],
  ['Last 12 months', { from: addDays(today, -364), to: today }],
]

interface ScopeProps {
  scope: ReportScope
  today: string
  /** Why there is no report of these days. */
  fault: string | undefined
}

/** Chooses an event, or the first and last day. */
function Scope({ scope, today, fault }: ScopeProps) {
  const navigate = route.useNavigate()
  const { data: events = [] } = useQuery(eventChoicesQuery())
  const { eventId, from = '', to = '' } = scope
  const change = (search: ReportScope) => navigate({ search, replace: true, resetScroll: false })
  return (
    <Group component="search" align="flex-start" mb="lg" className={`${styles.scope} ${printed.screenOnly}`}>
      <Group gap="xs" flex="1 1 100%">
        {presetsOf(
          today,
          events.find(({ eventDate }) => eventDate <= today),
        ).map(([label, preset]) => {
          const isShown =
            preset.eventId === eventId && (!!eventId || (preset.from === from && preset.to === to))
          return (
            <QuietButton
              key={label}
              {...(isShown && { bg: 'var(--accent-wash)', c: 'var(--accent)' })}
              aria-pressed={isShown}
              onClick={() => change(preset)}
            >
              {label}
            </QuietButton>
          )
        })}
      </Group>
      <Choose
        label="Show"
        value={eventId}
        onChoose={(eventId) => change(eventId ? { eventId } : {})}
        choices={[
          ['', 'All events, by date'],
          ...events.map(({ id, name, eventDate }) => [id, `${name}, ${formatShortDate(eventDate)}`] as const),
        ]}
      />
      {eventId === undefined && (
        <>
          <Day key={`from${from}`} label="From" value={from} onChange={(from) => change({ from, to })} />
          <Day key={`to${to}`} label="To" value={to} error={fault} onChange={(to) => change({ from, to })} />
        </>
      )}
    </Group>
  )
}

/** A date that takes effect once it can be read; until then, what was typed stays. */
function Day({ value, onChange, ...props }: ComponentProps<typeof DateField>) {
  const [typed, setTyped] = useState(value)
  return (
    <DateField
      {...props}
      value={typed}
      onChange={(text) => {
        setTyped(text)
        if (isDate(text)) onChange(text)
      }}
    />
  )
}

interface ReportViewProps {
  report: Report
  scope: ReportScope
  /** Whether it is the last scope's, while the new one loads. */
  outdated: boolean
}

function ReportView({ report, scope, outdated }: ReportViewProps) {
  const { steps, total, before } = report
  if (steps.booked + total.orders + report.fill.length === 0)
    return (
      <Notice title="Nothing to report yet">
        {scope.eventId
          ? 'This event has no time slots, bookings, or orders.'
          : 'There were no time slots, bookings, or orders on these days. Try other dates.'}
      </Notice>
    )
  return (
    <div data-outdated={outdated}>
      <Headline report={report} />
      <Counters
        counters={numbers.map(([label, of]) => [label, of(report), before && `${of(before)} before`])}
      />
      <div className={styles.parts}>
        {reportTables.map((table) =>
          table === 'events' && scope.eventId ? null : (
            <Part key={table} report={report} table={table} scope={scope} />
          ),
        )}
        {scope.eventId && <StatementSection key={scope.eventId} eventId={scope.eventId} />}
      </div>
    </div>
  )
}

const money = (decimal: string | null) => (decimal === null ? '–' : formatMoney(decimal))

/** The key numbers, also of what a report is compared with. */
const numbers: [label: string, of: (outcome: Outcome) => string][] = [
  ['Bookings', ({ steps }) => textOf(steps.booked)],
  ['Orders', ({ total }) => textOf(total.orders)],
  ['Conversion', (outcome) => textOf(conversion(outcome)) || '–'],
  ['Average order', (outcome) => money(averageOrder(outcome))],
  ['Ordered', ({ total }) => money(total.ordered)],
  ['Paid', ({ total }) => money(total.paid)],
]

/** What the report says, in words, and beside what came before. */
function Headline({ report }: { report: Report }) {
  const [headline, ...more] = headlineOf(report)
  const { before } = report
  return (
    <Box mb="md">
      <Title order={2} fz="var(--s3)" textWrap="balance">
        {headline}
      </Title>
      <QuietText mt="xs">
        {more.join(' ')}{' '}
        {before && (
          <>
            {comparison(report, before)}{' '}
            <Link to="/reports" search={before.scope}>
              {scopeName(before, before.scope)}
            </Link>
            .
          </>
        )}
      </QuietText>
    </Box>
  )
}

/** One table of the report, as a chart or a table, with its file. */
function Part({ report, table, scope }: Omit<ReportViewProps, 'outdated'> & { table: ReportTable }) {
  const titleId = useId()
  const { title, columns, rows } = tableOf(report, table)
  const isEmpty = rows.every(([, count]) => count === 0)
  const [view, setView] = useStoredChoice<View>(`trunkshow-report-${table}`, 'Chart')
  const cells = { columns, rows: rows.map((cells) => cells.map(textOf)), headed: true }
  return (
    <section
      aria-labelledby={titleId}
      className={`${surfaces.panel} ${styles.part}`}
      data-wide={table === 'events'}
    >
      <Group component="header" gap="4px 16px" align="baseline" justify="space-between" mb="sm">
        <Title order={2} id={titleId} flex="1 1 180px">
          {title}
        </Title>
        {!isEmpty && (
          <SegmentedControl
            aria-label={`View of ${title}`}
            className={printed.screenOnly}
            data={views}
            value={view}
            onChange={setView}
          />
        )}
        <a
          download
          href={urlOf(api.reports.export.path, {}, { ...scope, table })}
          className={printed.screenOnly}
          aria-label={`Export CSV of ${title}`}
        >
          Export CSV
        </a>
      </Group>
      {isEmpty ? (
        <QuietText>None yet.</QuietText>
      ) : view === 'Chart' ? (
        <>
          <ReportChart report={report} table={table} />
          <VisuallyHidden>
            <PlainTable {...cells} />
          </VisuallyHidden>
        </>
      ) : (
        <ScrollingTable label={`${title}, table`} region={{ style: { overflowX: 'auto' } }} {...cells} />
      )}
    </section>
  )
}

type View = 'Chart' | 'Table'
const views: View[] = ['Chart', 'Table']
