import { Button } from '@mantine/core'
import type { Tour } from '@trunkshow/contract/tours/schema.ts'
import { Dialog, DialogButtons } from '../../ui/dialog/dialog.tsx'
import { PickEvent } from './pick-event.tsx'
import { useAddEvent } from './tours-queries.ts'

/** Makes existing events stops of a tour, each at once when it is picked. */
export function AddEventsDialog({ tour, onClose }: { tour: Tour; onClose: () => void }) {
  const add = useAddEvent(tour.id)
  return (
    <Dialog title={`Add Events to ${tour.name}`} onClose={onClose}>
      <PickEvent tour={tour} onPick={({ id }) => add.mutate(id)} />
      <DialogButtons>
        <Button onClick={onClose}>Done</Button>
      </DialogButtons>
    </Dialog>
  )
}
