import type { Store } from '@trunkshow/contract/shopify/schema.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useDisconnectStore } from './queries.ts'

/** Asks before the way to the store is forgotten. */
export function DisconnectDialog({ store, onClose }: { store: Store; onClose: () => void }) {
  const disconnect = useDisconnectStore()
  return (
    <ConfirmDialog
      opened
      title="Disconnect this store?"
      confirmLabel="Disconnect"
      pendingLabel="Disconnecting..."
      keepLabel="Keep connected"
      loading={disconnect.isPending}
      onConfirm={() => disconnect.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      The secrets of <strong>{store.shopName ?? store.address ?? 'the practice store'}</strong> are forgotten,
      and nothing is sent there any more. What was synced stays on both sides; connect the same store again to
      go on. Another one, the practice store too, makes products, orders and discount codes lose their links
      to this one.
    </ConfirmDialog>
  )
}
