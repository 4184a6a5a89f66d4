import { Button, TextInput } from '@mantine/core'
import { savedFilterInput } from '@trunkshow/contract/orders/schema.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FormShell } from '../../ui/form/form-shell.tsx'
import { focusFirstError, useSchemaForm } from '../../ui/form/use-schema-form.ts'
import type { OrderFilter } from '../queries.ts'
import { useSaveFilter } from './saved-filter-calls.ts'

interface SaveFilterDialogProps {
  filter: OrderFilter
  onClose: () => void
}

/** Asks what the current filter is to be called; it is kept for this person alone. */
export function SaveFilterDialog({ filter, onClose }: SaveFilterDialogProps) {
  const save = useSaveFilter()
  const form = useSchemaForm(savedFilterInput.pick({ name: true }), { name: '' }, save.error)
  const send = form.onSubmit(
    ({ name }) => save.mutate({ name, filter }, { onSuccess: onClose }),
    focusFirstError,
  )
  return (
    <Dialog opened title="Save this filter" onClose={onClose}>
      <FormShell
        onSubmit={send}
        loading={save.isPending}
        error={save.error}
        submitLabel="Save"
        pendingLabel="Saving..."
        secondary={
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        }
      >
        <TextInput
          label="Name"
          description="For you alone: search, status, event and order of the list are kept."
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
      </FormShell>
    </Dialog>
  )
}
