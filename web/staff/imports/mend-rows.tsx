import { Box, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { importFields } from '@trunkshow/contract/imports/fields.ts'
import type { CsvImport, FaultyRow } from '@trunkshow/contract/imports/schema.ts'
import { useState } from 'react'
import { countOf } from '../ui/list/count-of.ts'
import { Soft } from '../ui/page/soft.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { tiles } from '../ui/page/tiles.ts'
import type { Recheck } from './queries.ts'

/** The first rows with errors, each wrong cell in a field; the others only count. */
export function MendRows({ checked, recheck }: { checked: CsvImport; recheck: Recheck }) {
  const { kind, rows, good, errors } = checked
  const [typed, setTyped] = useState<Record<number, Record<string, string>>>({})
  const mended = Object.entries(typed).map(([line, cells]) => ({ line: Number(line), cells }))
  const more = rows - good - errors.length
  return (
    <section>
      <Stack
        component="form"
        gap="sm"
        align="start"
        mt="lg"
        onSubmit={(event) => {
          event.preventDefault()
          recheck.mutate({ mended })
        }}
      >
        <Title order={3}>Rows with errors</Title>
        <Box component="ul" w="100%" className={surfaces.lines}>
          {errors.map((row) => (
            <li key={row.line}>
              <Text mb="xs">
                <b>{titleOf(row)}</b> <Soft>Line {row.line}</Soft>
              </Text>
              <div style={tiles(200)}>
                {row.cells.map(({ field, value, message }) => (
                  <TextInput
                    key={field}
                    label={importFields(kind)[field]?.label ?? field}
                    error={message}
                    value={typed[row.line]?.[field] ?? value}
                    maxLength={5000}
                    onChange={({ currentTarget }) =>
                      setTyped({ ...typed, [row.line]: { ...typed[row.line], [field]: currentTarget.value } })
                    }
                  />
                ))}
              </div>
            </li>
          ))}
        </Box>
        {more > 0 && (
          <Text c="dimmed">And {countOf(String(more), 'more row')}, shown once these are fixed.</Text>
        )}
        <Button type="submit" variant="default" disabled={mended.length === 0 || recheck.isPending}>
          {recheck.isPending ? 'Checking...' : 'Check again'}
        </Button>
      </Stack>
    </section>
  )
}

const titleOf = ({ name, email }: FaultyRow) => [name, email].filter(Boolean).join(' · ') || 'No name'
