import { useSessionStorage } from '@mantine/hooks'
import type { ImportKind } from '@trunkshow/contract/imports/rules.ts'

/** The ID of this tab's import of this kind and, for bookings, event, with functions to set and to forget it; it survives a reload. */
export const useImportId = (kind: ImportKind, eventId?: number) =>
  useSessionStorage<number | undefined>({
    key: ['trunkshow-import', kind, eventId].filter(Boolean).join('-'),
    getInitialValueInEffect: false,
  })
