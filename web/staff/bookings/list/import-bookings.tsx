import { Button } from '@mantine/core'
import { useState } from 'react'
import { useImportId } from '../../imports/use-import-id.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { lazyCode, useCode } from '../../ui/dialog/use-code.ts'

const load = () => import('../../imports/import-dialog.tsx')
const ImportDialog = lazyDialog(() => load().then((module) => module.ImportDialog))
const label = lazyCode(() => load().then((module) => module.ImportLabel))

/** As `ImportButton`, but its code loads only once this tab has an import, as this page has little room (decision 040). */
export function ImportBookings({ eventId }: { eventId: number }) {
  const target = { kind: 'bookings', eventId } as const
  const [open, setOpen] = useState(false)
  const [importId] = useImportId(target.kind, eventId)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {importId === undefined ? 'Import CSV' : <LazyLabel {...target} />}
      </Button>
      {open && <ImportDialog target={target} onClose={() => setOpen(false)} />}
    </>
  )
}

function LazyLabel(target: { kind: 'bookings'; eventId: number }) {
  const { Loaded } = useCode(label)
  return Loaded ? <Loaded {...target} /> : 'Import CSV'
}
