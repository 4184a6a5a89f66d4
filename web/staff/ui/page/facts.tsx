import { Box, Card, Skeleton, Stack } from '@mantine/core'
import { formatFill } from '@trunkshow/contract/slots/rules.ts'
import { Fragment, type ReactNode } from 'react'
import styles from '../list/counters.module.css'
import { QuietText } from './words.tsx'

interface FactsProps {
  /** Of the names' column, in pixels; as wide as they are by default. */
  width?: number
  /** The values by their names; empty ones are left out. */
  facts: Record<string, ReactNode>
}

/** What is known of something: names in soft ink, values beside them. */
export function Facts({ width, facts }: FactsProps) {
  return (
    <Box
      component="dl"
      display="grid"
      mb="sm"
      style={{
        gap: 'var(--g1) var(--g4)',
        gridTemplateColumns: `${width ? `${width}px` : 'auto'} minmax(0, 1fr)`,
      }}
    >
      {Object.entries(facts).map(
        ([name, value]) =>
          value && (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
      )}
    </Box>
  )
}

interface CountersProps {
  /** Label, and a count or an amount as it reads; undefined while loading. Bad ones are red; a text is a note below. */
  counters: readonly (readonly [
    label: string,
    count: number | string | undefined,
    more?: boolean | string | null,
  ])[]
  /** Whether they are beside other things, as in a dialog. */
  small?: boolean
}

/** A few key numbers of a page. */
export function Counters({ counters, small = false }: CountersProps) {
  return (
    <Card component="dl" p={0} className={styles.counters} data-many={counters.length > 3} data-small={small}>
      {counters.map(([label, count, more]) => (
        <div key={label}>
          <dt>
            {label}
            {typeof more === 'string' && (
              <QuietText span display="block">
                {more}
              </QuietText>
            )}
          </dt>
          <Box component="dd" c={more === true ? 'bad' : undefined}>
            {count === undefined ? (
              <Skeleton w={48} h="calc(var(--s3) * 1.1)" />
            ) : typeof count === 'number' ? (
              count.toLocaleString('en-US')
            ) : (
              count
            )}
          </Box>
        </div>
      ))}
    </Card>
  )
}

interface FillBarProps {
  /** Undefined while unknown. */
  fill: { booked: number; totalSlots: number } | undefined
}

/** How full an event is, in words and as a bar. */
export function FillBar({ fill }: FillBarProps) {
  const { booked = 0, totalSlots = 0 } = fill ?? {}
  return (
    <Stack component="span" gap={4} mih={31} justify="space-between" c="dimmed">
      <span>{fill && formatFill(fill)}</span>
      <progress max={totalSlots || 1} value={booked} style={{ height: 4 }} aria-hidden />
    </Stack>
  )
}
