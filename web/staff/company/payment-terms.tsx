import { TextInput } from '@mantine/core'
import type { Company } from '@trunkshow/contract/company/schema.ts'
import { paymentTerms, type PaymentTerms as Terms } from '@trunkshow/contract/payments/schema.ts'
import { api, call } from '../api/client.ts'
import { ChoiceField } from '../ui/form/fields.tsx'
import { SettingsPart } from '../ui/form/settings-form.tsx'
import { balanceChoices, depositHint } from '../ui/form/terms-fields.ts'
import { companyQuery } from './queries.ts'

/** What the company asks for first on new orders, and when for the rest (docs/product.md, Payments). */
export function PaymentTerms() {
  return (
    <SettingsPart
      title="Payment terms"
      hint="What new orders ask for. You can change it on each order; orders you already took keep theirs."
      query={companyQuery()}
      failed="Couldn’t load your company"
      noun="payment terms"
      blank={null}
      schema={paymentTerms}
      valuesOf={valuesOf}
      call={(body: Terms) => call(api.company.savePayments, { body })}
      done="Payment terms saved"
      failedTo="save payment terms"
    >
      {({ getInputProps }) => (
        <>
          <TextInput label="Deposit" description={depositHint} {...getInputProps('deposit')} />
          <ChoiceField label="Balance due" choices={balanceChoices} {...getInputProps('balanceDue')} />
        </>
      )}
    </SettingsPart>
  )
}

const valuesOf = (company: Company | null): Terms => ({
  deposit: company?.deposit ?? '',
  balanceDue: company?.balanceDue ?? 'never',
})
