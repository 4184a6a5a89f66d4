import { Card, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDate } from '@trunkshow/contract/dates.ts'
import { formatChange, formatMeasure, isSameSeries } from '@trunkshow/contract/measurements/rules.ts'
import type { Measuring } from '@trunkshow/contract/measurements/schema.ts'
import { type ReactNode, useState } from 'react'
import { useMayDo } from '../session/session-query.ts'
import { Loaded, Notice } from '../ui/feedback/notice.tsx'
import { Section } from '../ui/page/section.tsx'
import { tiles } from '../ui/page/tiles.ts'
import { countOf, QuietButton, QuietText, SubtleButton, Tag } from '../ui/page/words.tsx'
import { MeasuringDialog } from './measuring-dialog.tsx'
import { measuringsQuery, setsQuery } from './queries.ts'

interface MeasurementsSectionProps {
  customerId: number
  /** Opens a dialog over the page; null closes it. */
  onDialog: (dialog: ReactNode) => void
}

/** What was measured of a customer: the latest of each set and wearer, and earlier ones on demand. */
export function MeasurementsSection({ customerId, onDialog }: MeasurementsSectionProps) {
  const query = useQuery(measuringsQuery(customerId))
  const sets = useQuery(setsQuery())
  const mayEdit = useMayDo('orders.edit')
  const measurings = query.data ?? []
  const measure = (like?: Measuring) =>
    onDialog(
      <MeasuringDialog
        customerId={customerId}
        sets={sets.data ?? []}
        measurings={measurings}
        like={like}
        onClose={() => onDialog(null)}
      />,
    )
  const hasSets = sets.data && sets.data.length > 0
  return (
    <Section
      title="Measurements"
      action={
        mayEdit &&
        hasSets &&
        query.data && <QuietButton onClick={() => measure()}>Add measurements</QuietButton>
      }
    >
      <Loaded query={query} noun="measurements" skeleton={{ height: 96 }}>
        {() =>
          measurings.length === 0 ? (
            <Notice title="No measurements yet">
              {hasSets || !mayEdit ? (
                'What you measure appears here.'
              ) : (
                <>
                  First say what you measure in{' '}
                  <Link to="/settings/$section" params={{ section: 'measurements' }}>
                    Settings
                  </Link>
                  .
                </>
              )}
            </Notice>
          ) : (
            <Stack>
              {measurings
                .filter((one, at) => measurings.findIndex((other) => isSameSeries(one, other)) === at)
                .map((latest) => (
                  <Series
                    key={latest.id}
                    all={measurings.filter((other) => isSameSeries(latest, other))}
                    onMeasure={
                      mayEdit && sets.data?.some(({ id }) => id === latest.setId)
                        ? () => measure(latest)
                        : undefined
                    }
                  />
                ))}
            </Stack>
          )
        }
      </Loaded>
    </Section>
  )
}

interface SeriesProps {
  /** Of one set and wearer, latest first. */
  all: readonly Measuring[]
  /** Absent for those who may not measure, or if the set is gone. */
  onMeasure: (() => void) | undefined
}

function Series({ all, onMeasure }: SeriesProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { setName, wearer } = all[0]!
  const name = wearer ? `${setName}, ${wearer}` : setName
  const toggle = isOpen
    ? 'Show latest only'
    : `Show ${countOf(String(all.length - 1), 'earlier measurement')}`
  return (
    <Card component="article" aria-label={name}>
      <Stack>
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Text component="h3" fw={600} c="bright">
              {setName}
            </Text>
            {wearer && <Tag tone="accent">{wearer}</Tag>}
          </Group>
          {onMeasure && (
            <SubtleButton
              size="compact-sm"
              mx="-xs"
              aria-label={`Measure again: ${name}`}
              onClick={onMeasure}
            >
              Measure again
            </SubtleButton>
          )}
        </Group>
        {(isOpen ? all : all.slice(0, 1)).map((measuring, at) => (
          <Values key={measuring.id} measuring={measuring} before={all[at + 1]} />
        ))}
        {all.length > 1 && (
          <div>
            <SubtleButton
              size="compact-sm"
              ml="-xs"
              aria-expanded={isOpen}
              aria-label={`${toggle}: ${name}`}
              onClick={() => setIsOpen(!isOpen)}
            >
              {toggle}
            </SubtleButton>
          </div>
        )}
      </Stack>
    </Card>
  )
}

interface ValuesProps {
  measuring: Measuring
  /** The one before it, which the differences are to. */
  before: Measuring | undefined
}

function Values({ measuring, before }: ValuesProps) {
  const { measuredOn, takenBy, values, unit, note } = measuring
  return (
    <div>
      <QuietText mb="xs">
        {formatDate(measuredOn)}
        {takenBy && ` by ${takenBy}`}
      </QuietText>
      <dl style={tiles(120, 'var(--g3) var(--g4)')}>
        {values.map(({ label, value }) => {
          const change = formatChange(value, before?.values.find((old) => old.label === label)?.value, unit)
          return (
            <div key={label}>
              <QuietText component="dt" fz="xs" style={{ overflowWrap: 'anywhere' }}>
                {label}
              </QuietText>
              <Text component="dd" c="bright" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
                {formatMeasure(value, unit)}
                {change && (
                  <QuietText span fz="xs" fw={400} ms={6}>
                    {change}
                  </QuietText>
                )}
              </Text>
            </div>
          )
        })}
      </dl>
      {note && (
        <Text mt="xs" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {note}
        </Text>
      )}
    </div>
  )
}
