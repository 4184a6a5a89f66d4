import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ImportKind } from '@trunkshow/contract/imports/rules.ts'
import type { CsvImport, ImportAnyway, ImportRecheck } from '@trunkshow/contract/imports/schema.ts'
import { api, CallError, call } from '../api/client.ts'
import { summaryQuery } from '../slots/queries.ts'
import { showToast, useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { countOf } from '../ui/page/words.tsx'
import { type Encoding, readTableFile, type TableText } from './read-table-file.ts'
import { useImportId } from './use-import-id.ts'

const POLL_MS = 1000

/** `2 customers`, `1 product`. */
export const countRows = (rows: number, kind: ImportKind) => countOf(String(rows), kind.slice(0, -1))

/** How many rows of a checked file would be imported, without those that are imported anyway. */
export const readyRows = ({ good, known, canceled, past, otherDay, noSpot }: CsvImport) =>
  good - known - canceled - past - otherDay - noSpot

/** An import's progress, polled every second while it runs; the imported list reloads when it ends. */
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
              if (now.eventId) void client.invalidateQueries(summaryQuery(String(now.eventId)))
              showToast(outcomeOf(now))
            }
            return now
          },
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
    staleTime: 0,
  })
}

function outcomeOf({ state, failure, kind, made, noSpot }: CsvImport) {
  const full = noSpot > 0 ? ` ${noSpot.toLocaleString('en-US')} didn’t fit: the time slots are full.` : ''
  return state === 'done'
    ? { title: 'Import finished', description: `${countRows(made, kind)} added.${full}` }
    : {
        tone: 'bad' as const,
        title: 'Import failed',
        description:
          `${failure ?? ''} Rows added so far are kept. Import the file again to add the rest.`.trim(),
      }
}

/** What is imported: a kind of records or the bookings of an event. */
export interface ImportTarget {
  kind: ImportKind
  /** The event of bookings. */
  eventId?: number
}

/** This tab's import of this kind and event; it survives closing the dialog and reloading the page. */
export function useCurrentImport({ kind, eventId }: ImportTarget) {
  const queryClient = useQueryClient()
  const [id, setId, forget] = useImportId(kind, eventId)
  const query = useQuery(importQuery(id))
  const keep = (checked: CsvImport) => {
    queryClient.setQueryData(importQuery(checked.id).queryKey, checked)
    setId(checked.id)
  }
  // A 404 drops the import; other errors keep it.
  const gone = query.error instanceof CallError && query.error.status === 404
  return { current: id === undefined || gone ? undefined : query.data, keep, forget }
}

/** A file to check, and how its bytes that aren't Unicode are read; without that, it is guessed. */
interface ChosenFile {
  file: File
  encoding?: Encoding
}

/** A checked file, with what was guessed of its encoding. */
export interface CheckedFile {
  checked: CsvImport
  file: File
  guess: TableText['guess']
}

/** Runs the dry run: reads the file and checks every row, importing nothing. Errors show at the file field. */
export function useCheckFile({ kind, eventId }: ImportTarget) {
  return useReportedCall({
    call: async ({ file, encoding }: ChosenFile): Promise<CheckedFile> => {
      const { csv, guess } = await readTableFile(file, encoding)
      const body = { kind, eventId, fileName: file.name.slice(-200), csv }
      return { checked: await call(api.imports.check, { body }), file, guess }
    },
  })
}

/** Checks a stored file again, with other fields for its columns or with corrected cells, one check at a time. */
export function useRecheck({ id }: Pick<CsvImport, 'id'>) {
  return useReportedCall({
    call: (body: ImportRecheck) => call(api.imports.recheck, { params: { id }, body }),
    scope: { id: `import-${id}` },
    failed: 'Failed to check the file again',
    onDone: (checked, client) => client.setQueryData(importQuery(id).queryKey, checked),
    onFailed: (_error, client) => client.invalidateQueries(importQuery(id)),
  })
}

export type Recheck = ReturnType<typeof useRecheck>

export function useStartImport() {
  return useReportedCall({
    call: ({ id, importAnyway }: { id: number; importAnyway: ImportAnyway }) =>
      call(api.imports.start, { params: { id }, body: { importAnyway } }),
    failed: 'Failed to start the import',
    onDone: (started, client) => client.setQueryData(importQuery(started.id).queryKey, started),
    onFailed: (_error, client, { id }) => client.invalidateQueries(importQuery(id)),
  })
}

export function percentDone({ done, rows }: CsvImport): number {
  return Math.floor((done / rows) * 100)
}
