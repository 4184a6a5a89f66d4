import { Box, Card, Group, type GroupProps } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { tiles } from '../page/tiles.ts'

interface CardListProps {
  label: string
  /** The least width of a card, in pixels. */
  width: number
  /** Whether these are the previous filter's rows, shown while the new ones load. */
  outdated: boolean
  /** Whether cards beside each other keep their own heights. */
  uneven?: boolean
  children: ReactNode
}

/** Cards, as many beside each other as there is room for. */
export function CardList({ label, width, outdated, uneven = false, children }: CardListProps) {
  return (
    <Box
      component="ul"
      m={0}
      p={0}
      style={{
        ...tiles(width, 'var(--g4)'),
        alignItems: uneven ? 'start' : undefined,
        listStyle: 'none',
      }}
      aria-label={label}
      data-outdated={outdated}
      aria-busy={outdated}
    >
      {children}
    </Box>
  )
}

interface RecordCardProps {
  /** @param id of the heading, which names the card */
  title: (id: string) => ReactNode
  tag?: ReactNode
  /** Roughly, in pixels, until it is first on the screen; without it, it is drawn at once. */
  height?: number
  children: ReactNode
}

/** One record of a list, under its name. */
export function RecordCard({ title, tag, height, children }: RecordCardProps) {
  const titleId = useId()
  return (
    <Card
      component="li"
      pb="xs"
      miw={0}
      style={
        height === undefined
          ? undefined
          : { contentVisibility: 'auto', containIntrinsicSize: `auto ${height}px` }
      }
      aria-labelledby={titleId}
    >
      <Group justify="space-between" align="baseline" wrap="nowrap">
        {title(titleId)}
        {tag}
      </Group>
      {children}
    </Card>
  )
}

/** A card's buttons: their words, not their padding, begin where the words above do. */
export function CardActions(props: Pick<GroupProps, 'children' | 'justify' | 'mt'>) {
  return <Group gap={0} mt="auto" mx="-xs" {...props} />
}
