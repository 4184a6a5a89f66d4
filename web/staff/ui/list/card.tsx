import { Box, Card, Group, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { tiles } from '../page/tiles.ts'
import { opensOn, RowLink } from '../table/row-link.tsx'

interface CardListProps<Row> {
  label: string
  /** The least width of a card, in pixels. */
  width: number
  rows: readonly Row[]
  /** Whether these are the previous filter's rows, shown while the new ones load. */
  outdated: boolean
  /** Whether cards beside each other keep their own heights. */
  uneven?: boolean
  children: (row: Row) => ReactNode
}

/** Cards, as many beside each other as there is room for; nothing without rows. */
export function CardList<Row>({ label, width, rows, outdated, uneven, children }: CardListProps<Row>) {
  if (rows.length === 0) return null
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
      {rows.map(children)}
    </Box>
  )
}

interface RecordCardProps {
  name: string
  /** What a click on it opens, as of a row. */
  open?: { href?: string; onOpen: () => void }
  tag?: ReactNode
  menu?: ReactNode
  /** Roughly, in pixels, until it is first on the screen; without it, it is drawn at once. */
  height?: number
  children: ReactNode
}

export function RecordCard({ name, open, tag, menu, height, children }: RecordCardProps) {
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
      {...(open && opensOn(open.href, open.onOpen))}
    >
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Title order={2} id={titleId} lh={1.15} miw={0} textWrap="balance">
          {open ? <RowLink {...open}>{name}</RowLink> : name}
        </Title>
        <Group gap={4} wrap="nowrap" mih={30} my={-4} mr="-xs">
          {tag}
          {menu}
        </Group>
      </Group>
      {children}
    </Card>
  )
}
