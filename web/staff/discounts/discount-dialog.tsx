import { Checkbox, TextInput } from '@mantine/core'
import { type DiscountCode, discountChange, discountInput } from '@trunkshow/contract/discounts/schema.ts'
import { DateField } from '../ui/form/date-field.tsx'
import { FormDialog } from '../ui/form/form-dialog.tsx'
import { FieldRow } from '../ui/form/form-section.tsx'
import { useEditForm } from '../ui/form/use-edit-form.tsx'
import { useSaveDiscount } from './queries.ts'

interface DiscountDialogProps {
  /** The code to change; absent for a new one. */
  code?: DiscountCode
  onClose: () => void
}

/** Adds or changes a discount code (docs/product.md, Making a code). */
export function DiscountDialog({ code, onClose }: DiscountDialogProps) {
  const save = useSaveDiscount(code)
  const edit = useEditForm({ schema: () => discountInput, record: code, valuesOf, error: save.error })
  const { form } = edit
  return (
    <FormDialog
      title={code ? 'Edit Discount Code' : 'New Discount Code'}
      form={edit}
      call={{ ...save, error: edit.error }}
      onSubmit={(values) =>
        // Numbers are sent as numbers, and the type with them.
        save.mutate(
          {
            input: discountInput.parse(values),
            change: { ...discountChange.parse(edit.changes()), version: edit.base?.version },
          },
          { onSuccess: onClose, onError: edit.mergeTheirs },
        )
      }
      submitLabel={code ? 'Save' : 'Create Discount Code'}
      onClose={onClose}
    >
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
    </FormDialog>
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
