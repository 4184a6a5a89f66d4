import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { type DiscountCode, discountInput } from '@trunkshow/contract/discounts/schema.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { DateField } from '../ui/form/date-field.tsx'
import { Fields } from '../ui/form/fields.tsx'
import { FieldRow } from '../ui/form/form-section.tsx'
import { FormShell } from '../ui/form/form-shell.tsx'
import { LeaveGuard, useCloseGuard } from '../ui/form/leave-guard.tsx'
import { changedIn, focusFirstError, useSchemaForm } from '../ui/form/use-schema-form.ts'
import { useSaveDiscount } from './queries.ts'

interface DiscountDialogProps {
  /** The code to change; none makes one. */
  code?: DiscountCode
  onClose: () => void
}

/** Makes or changes a discount code (docs/product.md, Making a code). */
export function DiscountDialog({ code, onClose }: DiscountDialogProps) {
  const save = useSaveDiscount(code)
  const form = useSchemaForm(discountInput, valuesOf(code), save.error)
  const isDirty = () => form.isDirty()
  const { close, question } = useCloseGuard(isDirty, onClose)
  const send = form.onSubmit(
    (input) => save.mutate({ input, change: changedIn(form) }, { onSuccess: onClose }),
    focusFirstError,
  )
  return (
    <Dialog title={code ? 'Edit Discount Code' : 'New Discount Code'} onClose={close}>
      <FormShell
        onSubmit={send}
        loading={save.isPending}
        error={save.error}
        submitLabel={code ? 'Save' : 'Create Discount Code'}
        pendingLabel="Saving..."
        secondary={
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
        }
      >
        <Fields>
          <FieldRow>
            <TextInput
              label="Code"
              required
              autoComplete="off"
              autoCapitalize="characters"
              data-autofocus
              {...form.getInputProps('code')}
            />
            <TextInput
              label="Discount percentage"
              name="discountPercentage"
              required
              inputMode="numeric"
              autoComplete="off"
              rightSection="%"
              {...form.getInputProps('discountValue')}
            />
          </FieldRow>
          <TextInput label="Description" {...form.getInputProps('description')} />
          <FieldRow>
            <TextInput
              label="Maximum uses"
              name="maxUsage"
              placeholder="Unlimited"
              inputMode="numeric"
              autoComplete="off"
              {...form.getInputProps('usageLimit')}
            />
            <DateField label="Expires" placeholder="Never" clearable {...form.getInputProps('expiresAt')} />
          </FieldRow>
          <Checkbox
            label="Active"
            description="Can be applied to orders"
            {...form.getInputProps('isActive', { type: 'checkbox' })}
          />
        </Fields>
        <LeaveGuard isDirty={isDirty} />
      </FormShell>
      {question}
    </Dialog>
  )
}

function valuesOf(code?: DiscountCode) {
  return {
    code: code?.code ?? '',
    description: code?.description ?? '',
    discountValue: code ? String(code.discountValue) : '',
    usageLimit: code?.usageLimit ? String(code.usageLimit) : '',
    expiresAt: code?.expiresAt ?? '',
    isActive: code?.isActive ?? true,
  }
}
