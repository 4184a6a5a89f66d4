import { Button, Textarea, TextInput } from '@mantine/core'
import { type Customization, customizationInput } from '@trunkshow/contract/customizations/schema.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Fields } from '../ui/form/fields.tsx'
import { FormShell } from '../ui/form/form-shell.tsx'
import { LeaveGuard, useCloseGuard } from '../ui/form/leave-guard.tsx'
import { focusFirstError, useSchemaForm } from '../ui/form/use-schema-form.ts'
import { useSaveCustomization } from './queries.ts'

interface CustomizationDialogProps {
  /** The customization to change; none adds one. */
  customization?: Customization
  onClose: () => void
}

/** Adds or changes a customization (docs/product.md, Customizations); its options have a dialog of their own. */
export function CustomizationDialog({ customization, onClose }: CustomizationDialogProps) {
  const save = useSaveCustomization(customization)
  const values = { name: customization?.name ?? '', description: customization?.description ?? '' }
  const form = useSchemaForm(customizationInput, values, save.error)
  const isDirty = () => form.isDirty()
  const { close, question } = useCloseGuard(isDirty, onClose)
  const send = form.onSubmit((values) => save.mutate(values, { onSuccess: onClose }), focusFirstError)
  return (
    <Dialog title={customization ? 'Edit Customization' : 'Add Customization'} onClose={close}>
      <FormShell
        onSubmit={send}
        loading={save.isPending}
        error={save.error}
        submitLabel={customization ? 'Save' : 'Create Customization'}
        pendingLabel="Saving..."
        secondary={
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
        }
      >
        <Fields>
          <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
          <Textarea label="Description" rows={3} {...form.getInputProps('description')} />
        </Fields>
        <LeaveGuard isDirty={isDirty} />
      </FormShell>
      {question}
    </Dialog>
  )
}
