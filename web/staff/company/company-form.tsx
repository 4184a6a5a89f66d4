import { Textarea, TextInput } from '@mantine/core'
import { type Company, companyInput } from '@trunkshow/contract/company/schema.ts'
import type { UsState } from '@trunkshow/contract/us-states.ts'
import { FieldRow } from '../ui/form/form-section.tsx'
import { SettingsForm } from '../ui/form/settings-form.tsx'
import { useSchemaForm } from '../ui/form/use-schema-form.ts'
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
  return (
    <SettingsForm
      form={form}
      save={save}
      inputOf={(values) => values}
      valuesOf={valuesOf}
      submitLabel="Save company"
    >
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
          description="Same as the owner’s email"
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
    </SettingsForm>
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
