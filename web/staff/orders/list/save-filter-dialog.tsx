import { TextInput } from '@mantine/core'
import { savedFilterInput } from '@trunkshow/contract/orders/schema.ts'
import type { OrderFilter } from '@trunkshow/contract/orders/screens.ts'
import { api, call } from '../../api/client.ts'
import { FormDialog, useCallForm } from '../../ui/form/form-dialog.tsx'
import { savedFiltersQuery } from '../queries.ts'

/** Asks for the current filter's name and saves it for this user. */
export function SaveFilterDialog({ filter, onClose }: { filter: OrderFilter; onClose: () => void }) {
  const { form, dialog } = useCallForm({
    schema: savedFilterInput.pick({ name: true }),
    values: { name: '' },
    call: ({ name }) => call(api.savedFilters.save, { body: { name, filter } }),
    done: 'Filter saved',
    failed: 'Failed to save the filter',
    reloads: savedFiltersQuery().queryKey,
    onClose,
  })
  return (
    <FormDialog title="Save this filter" {...dialog} submitLabel="Save">
      <TextInput
        label="Name"
        description="Only you can see this. Saves search, filters, and sort."
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}
