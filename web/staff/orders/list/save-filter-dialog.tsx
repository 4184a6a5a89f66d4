import { TextInput } from '@mantine/core'
import { api } from '@trunkshow/contract/api.ts'
import { savedFilterInput } from '@trunkshow/contract/orders/schema.ts'
import type { OrderFilter } from '@trunkshow/contract/orders/screens.ts'
import { call } from '../../api/client.ts'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { savedFiltersQuery } from '../queries.ts'

/** Asks for the current filter's name and saves it for this user. */
export function SaveFilterDialog({ filter, onClose }: { filter: OrderFilter; onClose: () => void }) {
  const save = useReportedCall({
    call: (body: { name: string; filter: OrderFilter }) => call(api.savedFilters.save, { body }),
    done: 'Filter saved',
    failed: 'Failed to save the filter',
    reloads: savedFiltersQuery().queryKey,
    keepsForm: true,
  })
  const form = useSchemaForm(savedFilterInput.pick({ name: true }), { name: '' }, save.error)
  return (
    <FormDialog
      title="Save this filter"
      form={form}
      call={save}
      onSubmit={({ name }) => save.mutate({ name, filter }, { onSuccess: onClose })}
      submitLabel="Save"
      onClose={onClose}
    >
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
