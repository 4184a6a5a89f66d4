import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { isRunning, syncQuery } from './sync-queries.ts'

const SyncDialog = lazy(() => import('./sync-dialog.tsx').then((module) => ({ default: module.SyncDialog })))

/** Opens the sync dialog; while a sync runs it says so. */
export function SyncButton() {
  const [open, setOpen] = useState(false)
  const { data: sync } = useQuery(syncQuery())
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {sync && isRunning(sync) ? 'Syncing...' : 'Shopify Sync'}
      </Button>
      {open && (
        <Suspense>
          <SyncDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
