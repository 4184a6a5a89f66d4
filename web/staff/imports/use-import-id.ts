import { useSessionStorage } from '@mantine/hooks'
import type { ImportKind } from '@trunkshow/contract/imports/rules.ts'

/** The ID of this tab's import of this kind, with functions to set and to forget it; it survives a reload. */
export const useImportId = (kind: ImportKind) =>
  useSessionStorage<number | undefined>({ key: `trunkshow-import-${kind}`, getInitialValueInEffect: false })
