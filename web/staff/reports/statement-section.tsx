import { Group, TextInput, Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { urlOf } from '@trunkshow/contract/paths.ts'
import { statementTable } from '@trunkshow/contract/reports/rules.ts'
import { commissionInput } from '@trunkshow/contract/reports/schema.ts'
import { useId } from 'react'
import { api, call } from '../api/client.ts'
import { useMayDo } from '../session/session-query.ts'
import { useCallForm } from '../ui/form/form-dialog.tsx'
import printed from '../ui/page/printed.module.css'
import surfaces from '../ui/page/surfaces.module.css'
import { QuietButton, QuietText } from '../ui/page/words.tsx'
import { ScrollingTable } from '../ui/table/plain-table.tsx'
import styles from './reports-page.module.css'
import { textOf } from './text-of.ts'

const statementQuery = (id: number) =>
  queryOptions({
    queryKey: ['reports', 'statement', id],
    queryFn: () => call(api.reports.statement, { params: { id } }),
    staleTime: 0,
  })

/** What an event brought by who serves the orders, with the commission on it, and its file. */
export function StatementSection({ eventId }: { eventId: number }) {
  const titleId = useId()
  const { data } = useQuery(statementQuery(eventId))
  const mayEdit = useMayDo('events.edit')
  if (!data) return null
  const { title, columns, rows } = statementTable(data)
  return (
    <section aria-labelledby={titleId} className={`${surfaces.panel} ${styles.part}`} data-wide>
      <Group component="header" gap="4px 16px" align="baseline" justify="space-between" mb="sm">
        <Title order={2} id={titleId} flex="1 1 180px">
          {title}
        </Title>
        <a
          download
          href={urlOf(api.reports.statementFile.path, { id: eventId }, {})}
          className={printed.screenOnly}
          aria-label={`Export CSV of ${title}`}
        >
          Export CSV
        </a>
      </Group>
      <ScrollingTable
        label={`${title}, table`}
        region={{ style: { overflowX: 'auto' } }}
        columns={columns}
        rows={rows.map((cells) => cells.map(textOf))}
        headed
      />
      <QuietText mt="sm">
        Without canceled orders. Paid is what was received less what was refunded. An order counts for the
        colleague it is assigned to, or else for who took it; a booking for whose its order is.
      </QuietText>
      {mayEdit && <Commission key={data.percent} eventId={eventId} percent={data.percent} />}
    </section>
  )
}

/** Changes the commission, which is kept with the event. */
function Commission({ eventId, percent }: { eventId: number; percent: string }) {
  const { form, shell } = useCallForm({
    schema: commissionInput.pick({ percent: true }),
    values: { percent },
    call: (values) =>
      call(api.reports.saveCommission, { params: { id: eventId }, body: { ...values, seen: percent } }),
    done: 'Commission saved',
    failed: 'Failed to save commission',
    reloads: ['reports', 'statement'],
  })
  return (
    <form onSubmit={shell.onSubmit} className={printed.screenOnly}>
      <Group align="end" gap="xs" mt="md">
        <TextInput
          label="Commission, % of what was paid"
          inputMode="decimal"
          w={240}
          {...form.getInputProps('percent')}
        />
        <QuietButton type="submit" disabled={shell.call.isPending}>
          {shell.call.isPending ? 'Saving...' : 'Save'}
        </QuietButton>
      </Group>
    </form>
  )
}
