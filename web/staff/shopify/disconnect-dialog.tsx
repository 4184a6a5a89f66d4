import type { Store } from '@trunkshow/contract/shopify/schema.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useDisconnectStore } from './queries.ts'

/** Asks before the way to the store is forgotten. */
export function DisconnectDialog({ store, onClose }: { store: Store; onClose: () => void }) {
  const disconnect = useDisconnectStore()
  return (
    <ConfirmDialog
      opened
      title={`Disconnect ${store.shopName ?? store.address ?? 'this store'}?`}
      confirmLabel="Disconnect"
      pendingLabel="Disconnecting..."
      keepLabel="Keep connected"
      loading={disconnect.isPending}
      onConfirm={() => disconnect.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      We'll delete the saved credentials. Connecting a different store unlinks your products, orders, and
      codes.
    </ConfirmDialog>
  )
}
