import { useSessionStorage } from '@mantine/hooks'
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type { ImportKind } from '@trunkshow/contract/imports/rules.ts'
import type { CsvImport } from '@trunkshow/contract/imports/schema.ts'
import { CallError } from '../api/call-error.ts'
import { call } from '../api/client.ts'
import { showToast } from '../ui/feedback/toast.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { countOf } from '../ui/list/count-of.ts'
import { readCsvFile } from './read-csv-file.ts'

const POLL_MS = 1000

/** `2 customers`, `1 product`. */
export function countRows(rows: number, kind: ImportKind): string {
  return countOf(String(rows), nouns[kind])
}
const nouns: Record<ImportKind, string> = { customers: 'customer', products: 'product' }

/** How far an import is, asked every second while it runs; what it changes is loaded again once it ends. */
function importQuery(id: number | undefined) {
  const queryKey = ['imports', id]
  return queryOptions({
    queryKey,
    queryFn:
      id === undefined
        ? skipToken
        : async ({ client }) => {
            const before = client.getQueryData<CsvImport>(queryKey)
            const now = await call(api.imports.get, { params: { id } })
            if (before?.state === 'running' && now.state !== 'running') {
              void client.invalidateQueries({ queryKey: [now.kind] })
              showToast(outcomeOf(now))
            }
            return now
          },
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
    staleTime: 0,
  })
}

function outcomeOf({ state, kind, made }: CsvImport) {
  return state === 'done'
    ? { title: 'Import finished', description: `${countRows(made, kind)} added.` }
    : {
        tone: 'bad' as const,
        title: 'Import failed',
        description: 'Rows added so far are kept. Import the file again to add the rest.',
      }
}

/**
 * The import of this kind that this tab works on. It is kept in the session storage, so that it outlives its dialog and
 * a reload of the page.
 */
export function useCurrentImport(kind: ImportKind) {
  const queryClient = useQueryClient()
  const [id, setId, forget] = useSessionStorage<number | undefined>({
    key: `trunkshow-import-${kind}`,
    getInitialValueInEffect: false,
  })
  const query = useQuery(importQuery(id))
  const keep = (checked: CsvImport) => {
    queryClient.setQueryData(importQuery(checked.id).queryKey, checked)
    setId(checked.id)
  }
  // An import that is not found is dropped; one that cannot be loaded for the moment stays.
  const gone = query.error instanceof CallError && query.error.status === 404
  return { current: id === undefined || gone ? undefined : query.data, keep, forget }
}

/** The dry run: the file is read and checked row by row, nothing is imported yet. Its field says why it failed. */
export function useCheckFile(kind: ImportKind) {
  return useReportedCall({
    call: async (file: File) =>
      call(api.imports.check, {
        body: { kind, fileName: file.name.slice(-200), csv: await readCsvFile(file) },
      }),
  })
}

/** Starts what was checked. */
export function useStartImport() {
  return useReportedCall({
    call: ({ id, importSameName }: { id: number; importSameName: boolean }) =>
      call(api.imports.start, { params: { id }, body: { importSameName } }),
    failed: 'Failed to start the import',
    onDone: (started, client) => client.setQueryData(importQuery(started.id).queryKey, started),
    onFailed: (_error, client, { id }) => client.invalidateQueries(importQuery(id)),
  })
}
