import { Stack } from '@mantine/core'
import { formatFill } from '@trunkshow/contract/slots/rules.ts'

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
