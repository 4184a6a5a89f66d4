import { Button } from '@mantine/core'
import type { ImportKind } from '@trunkshow/contract/imports/rules.ts'
import { useState } from 'react'
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx'
import { percentDone } from './import-progress.tsx'
import { useCurrentImport } from './queries.ts'

const ImportDialog = lazyDialog(() => import('./import-dialog.tsx').then((module) => module.ImportDialog))

interface ImportButtonProps {
  kind: ImportKind
  /** Opens the dialog at once, for a button elsewhere that stands for this one. */
  openFirst?: boolean
}

/** Opens the import dialog; shows the progress of a running import. */
export function ImportButton({ kind, openFirst = false }: ImportButtonProps) {
  const [open, setOpen] = useState(openFirst)
  const { current } = useCurrentImport(kind)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {current?.state === 'running' ? `Importing... ${percentDone(current)}%` : 'Import CSV'}
      </Button>
      {open && <ImportDialog kind={kind} onClose={() => setOpen(false)} />}
    </>
  )
}
