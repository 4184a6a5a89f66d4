import { ColorSwatch, Group, Stack } from '@mantine/core'
import '@mantine/charts/styles.layer.css'
import { BarChart, type BarChartProps, DonutChart } from '@mantine/charts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { type Cell, formatMonth, tableOf } from '@trunkshow/contract/reports/rules.ts'
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

/** For every chart: still, and without keyboard stops, since the table that is hidden behind it says the same. */
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

/** @param short characters of a name that are shown; all by default */
const fill = (rows: Cell[][], short?: number) => (
  <Bars
    rows={rows.map(([name, spots, booked]) => ({
      name: String(name).slice(0, short),
      Fill: Number(spots) && Math.round((100 * Number(booked)) / Number(spots)),
    }))}
    valueFormatter={percent}
    yAxisProps={{ domain: [0, 100], ticks: [0, 25, 50, 75, 100], tickFormatter: percent, width: 48 }}
    series={[{ name: 'Fill', color: colors.accent }]}
  />
)

function Parts({ rows }: { rows: Cell[][] }) {
  const parts = rows.map(([name, value], at) => ({
    name: String(name),
    value: Number(value),
    color: [colors.good, colors.bad, colors.soft][at]!,
  }))
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

/** How each table is drawn, from its rows. */
const charts: Record<ReportTable, (rows: Cell[][], report: Report) => React.ReactNode> = {
  steps: (rows) => (
    <Bars
      rows={rows.map(([name, bookings]) => ({ name, Bookings: bookings }))}
      {...sideways}
      series={[{ name: 'Bookings', color: colors.accent }]}
    />
  ),
  attendance: (rows) => <Parts rows={rows} />,
  events: (_, { events }) => <Revenue rows={events} />,
  products: (_, { products }) => <Revenue rows={products} />,
  templates: (_, { templates }) => <Revenue rows={templates} />,
  discounts: (_, { discounts }) => <Revenue rows={discounts} />,
  payments: (_, { payments, due }) => (
    <Bars
      rows={[
        ...payments.map(({ name, received }) => ({ name, Amount: Number(received) })),
        { name: 'Still due', Amount: Number(due.due) },
      ]}
      h={128 + 40 * payments.length}
      {...sideways}
      valueFormatter={dollars}
      yAxisProps={{ width: 96 }}
      series={[{ name: 'Amount', color: colors.accent }]}
    />
  ),
  taxes: (_, { taxes }) => (
    <Bars
      rows={taxes.map(({ month, state, tax }) => ({
        name: `${state}, ${formatMonth(month)}`,
        Tax: Number(tax),
      }))}
      h={88 + 40 * taxes.length}
      {...sideways}
      valueFormatter={dollars}
      series={[{ name: 'Tax', color: colors.accent }]}
    />
  ),
  hours: (rows) => fill(rows),
  weekdays: (rows) => fill(rows, 3),
  returning: (rows) => (
    <Bars
      rows={rows.map(([name, New, Returning]) => ({ name: String(name).split(' ')[0], New, Returning }))}
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
      {charts[table](tableOf(report, table).rows, report)}
    </div>
  )
}
