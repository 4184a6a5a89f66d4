import { Textarea, TextInput } from '@mantine/core'
import { type Company, companyInput } from '@trunkshow/contract/company/schema.ts'
import type { UsState } from '@trunkshow/contract/us-states.ts'
import { Fields } from '../ui/form/fields.tsx'
import { FieldRow } from '../ui/form/form-section.tsx'
import { FormShell } from '../ui/form/form-shell.tsx'
import { LeaveGuard } from '../ui/form/leave-guard.tsx'
import { focusFirstError, useSchemaForm } from '../ui/form/use-schema-form.ts'
import { useSaveCompany } from './queries.ts'
import { StatesField } from './states-field.tsx'

interface CompanyFormProps {
  /** Null until first saved. */
  company: Company | null
  /** The owner's login email (docs/product.md, Company details). */
  email: string
}

export function CompanyForm({ company, email }: CompanyFormProps) {
  const save = useSaveCompany(company === null)
  const form = useSchemaForm(companyInput, valuesOf(company), save.error)
  const send = form.onSubmit((values) => {
    save.mutate(values, {
      onSuccess: (saved) => {
        form.setValues(valuesOf(saved))
        form.resetDirty(valuesOf(saved))
      },
    })
  }, focusFirstError)
  return (
    <FormShell
      onSubmit={send}
      loading={save.isPending}
      error={save.error}
      submitLabel="Save company"
      pendingLabel="Saving..."
    >
      <Fields>
        <TextInput
          label="Company name"
          required
          autoComplete="organization"
          {...form.getInputProps('companyName')}
        />
        <Textarea label="Address" rows={3} resize="vertical" {...form.getInputProps('companyAddress')} />
        <FieldRow>
          <TextInput
            label="Company email"
            description="The owner’s, from their Personal Information"
            readOnly
            variant="filled"
            value={email}
          />
          <TextInput
            label="Company phone"
            description="With area code"
            type="tel"
            {...form.getInputProps('companyPhone')}
          />
        </FieldRow>
        <StatesField {...form.getInputProps('selectedStates')} />
      </Fields>
      <LeaveGuard isDirty={() => form.isDirty()} />
    </FormShell>
  )
}

function valuesOf(company: Company | null) {
  return {
    companyName: company?.companyName ?? '',
    companyAddress: company?.companyAddress ?? '',
    companyPhone: company?.companyPhone ?? '',
    selectedStates: company?.selectedStates ?? ([] as UsState[]),
  }
}
