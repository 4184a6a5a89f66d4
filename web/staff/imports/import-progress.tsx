import { Stack, Text } from '@mantine/core'
import type { CsvImport } from '@trunkshow/contract/imports/schema.ts'
import { useId } from 'react'

/** An import's progress in whole percent. */
export function percentDone({ done, rows }: CsvImport): number {
  return Math.floor((done / rows) * 100)
}

/** The progress of a running import. */
export function ImportProgress({ running }: { running: CsvImport }) {
  const labelId = useId()
  return (
    <Stack gap="xs">
      <Text id={labelId}>
        {running.done.toLocaleString('en-US')} of {running.rows.toLocaleString('en-US')} rows
      </Text>
      <progress max={running.rows} value={running.done} aria-labelledby={labelId} />
      <Text c="dimmed">You can close this. We’ll let you know when the import is finished.</Text>
    </Stack>
  )
}
