import { useState } from 'react'
import { lazy } from '../ui/lazy/lazy.tsx'
import { QuietButton } from '../ui/page/words.tsx'
import { type ImportTarget, percentDone, useCurrentImport } from './queries.ts'

const ImportDialog = lazy(() => import('./import-dialog.tsx'), 'ImportDialog')

interface ImportButtonProps extends ImportTarget {
  /** Opens the dialog at once, for a button elsewhere that stands for this one. */
  openFirst?: boolean
  label?: string
}

/** Opens the import dialog; shows the progress of a running import. */
export function ImportButton({ openFirst = false, label = 'Import CSV', ...target }: ImportButtonProps) {
  const [open, setOpen] = useState(openFirst)
  const { current } = useCurrentImport(target)
  return (
    <>
      <QuietButton onClick={() => setOpen(true)}>
        {current?.state === 'running' ? `Importing... ${percentDone(current)}%` : label}
      </QuietButton>
      {open && <ImportDialog target={target} onClose={() => setOpen(false)} />}
    </>
  )
}
