import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SyncDialog } from './sync-dialog.tsx'
import { isRunning, syncQuery } from './sync-queries.ts'

/** Opens the sync dialog; shows when a sync is running. */
export function SyncButton() {
  const [open, setOpen] = useState(false)
  const { data: sync } = useQuery(syncQuery())
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {sync && isRunning(sync) ? 'Syncing...' : 'Shopify Sync'}
      </Button>
      {open && <SyncDialog onClose={() => setOpen(false)} />}
    </>
  )
}
