import { ColorSwatch, Group, Stack } from '@mantine/core'
import '@mantine/charts/styles.layer.css'
import { BarChart, type BarChartProps, DonutChart } from '@mantine/charts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { fillBy, hourName, tableOf } from '@trunkshow/contract/reports/rules.ts'
import type { Report, ReportTable } from '@trunkshow/contract/reports/schema.ts'
import styles from './reports-page.module.css'

/** Names of products and events that a chart has room for; the table has all. */
const MAX_BARS = 10

const colors = {
  accent: 'var(--accent)',
  soft: 'var(--line-strong)',
  good: 'var(--good)',
  bad: 'var(--bad)',
} as const

/** For every chart: still, and without keyboard stops, since the table beside it says the same. */
const still = { accessibilityLayer: false } as const

const dollars = (amount: number) => formatMoney(amount.toFixed(2))
/** For an axis: `$1,200` */
const wholeDollars = (amount: number) => `$${Math.round(amount).toLocaleString('en-US')}`
const percent = (share: number) => `${share}%`

type BarsProps = Omit<BarChartProps, 'data' | 'dataKey'> & { rows: object[] }

function Bars({ rows, ...props }: BarsProps) {
  return (
    <BarChart
      barChartProps={still}
      barProps={{ isAnimationActive: false, radius: 2 }}
      maxBarWidth={36}
      tickLine="none"
      tooltipAnimationDuration={0}
      h={220}
      data={rows as Record<string, unknown>[]}
      dataKey="name"
      {...props}
    />
  )
}

/** Bars from the left: counts, unless the axes say otherwise. */
const sideways: Partial<BarsProps> = {
  orientation: 'vertical',
  gridAxis: 'x',
  xAxisProps: { allowDecimals: false },
  yAxisProps: { width: 80 },
}
const stacked: Partial<BarsProps> = { ...sideways, type: 'stacked', withLegend: true }

function Revenue({ rows }: { rows: Report['products'] }) {
  const shown = rows.slice(0, MAX_BARS).map(({ name, ordered, paid }) => ({
    name,
    Paid: Number(paid),
    Unpaid: Math.round((Number(ordered) - Number(paid)) * 100) / 100,
  }))
  return (
    <Bars
      rows={shown}
      {...stacked}
      h={88 + 40 * shown.length}
      valueFormatter={dollars}
      xAxisProps={{ tickFormatter: wholeDollars, tickCount: 4 }}
      yAxisProps={{ width: 132 }}
      series={[
        { name: 'Paid', color: colors.accent },
        { name: 'Unpaid', color: colors.soft },
      ]}
    />
  )
}

function Fill({ rows }: { rows: { name: string; spots: number; booked: number }[] }) {
  return (
    <Bars
      rows={rows.map(({ name, spots, booked }) => ({
        name,
        Fill: spots && Math.round((100 * booked) / spots),
      }))}
      valueFormatter={percent}
      yAxisProps={{ domain: [0, 100], ticks: [0, 25, 50, 75, 100], tickFormatter: percent, width: 48 }}
      series={[{ name: 'Fill', color: colors.accent }]}
    />
  )
}

function Parts({ parts }: { parts: { name: string; value: number; color: string }[] }) {
  return (
    <Group gap="16px 24px" mih={150}>
      <DonutChart
        data={parts}
        size={150}
        thickness={22}
        paddingAngle={parts.filter(({ value }) => value > 0).length > 1 ? 2 : 0}
        strokeWidth={0}
        tooltipDataSource="segment"
        pieChartProps={still}
        pieProps={{ isAnimationActive: false, rootTabIndex: -1 }}
      />
      <Stack component="ul" gap="xs" m={0} p={0}>
        {parts.map(({ name, value, color }) => (
          <Group key={name} component="li" gap="xs">
            <ColorSwatch color={color} size={10} withShadow={false} />
            {name}: {value.toLocaleString('en-US')}
          </Group>
        ))}
      </Stack>
    </Group>
  )
}

const charts: Record<ReportTable, (report: Report) => React.ReactNode> = {
  steps: (report) => (
    <Bars
      rows={tableOf(report, 'steps').rows.map(([name, bookings]) => ({ name, Bookings: bookings }))}
      {...sideways}
      series={[{ name: 'Bookings', color: colors.accent }]}
    />
  ),
  attendance: ({ attendance: { arrived, noShows, unmarked } }) => (
    <Parts
      parts={[
        { name: 'Arrived', value: arrived, color: colors.good },
        { name: 'No-show', value: noShows, color: colors.bad },
        { name: 'Not marked', value: unmarked, color: colors.soft },
      ]}
    />
  ),
  events: ({ events }) => <Revenue rows={events} />,
  products: ({ products }) => <Revenue rows={products} />,
  templates: ({ templates }) => <Revenue rows={templates} />,
  discounts: ({ discounts }) => <Revenue rows={discounts} />,
  hours: ({ fill }) => (
    <Fill rows={fillBy(fill, 'hour').map((sum) => ({ ...sum, name: hourName(sum.at) }))} />
  ),
  weekdays: (report) => (
    <Fill
      rows={fillBy(report.fill, 'weekday').map((sum, at) => ({
        ...sum,
        name: String(tableOf(report, 'weekdays').rows[at]![0]).slice(0, 3),
      }))}
    />
  ),
  returning: ({ guests, customers }) => (
    <Bars
      rows={[
        { name: 'Guests', New: guests.new, Returning: guests.returning },
        { name: 'Customers', New: customers.new, Returning: customers.returning },
      ]}
      {...stacked}
      h={180}
      series={[
        { name: 'New', color: colors.soft },
        { name: 'Returning', color: colors.accent },
      ]}
    />
  ),
}

/** A table of the report as a chart, for eyes only: whoever cannot see it reads the table. */
export function ReportChart({ report, table }: { report: Report; table: ReportTable }) {
  return (
    <div aria-hidden="true" className={styles.chart}>
      {charts[table](report)}
    </div>
  )
}
