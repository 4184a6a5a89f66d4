import { Textarea } from '@mantine/core'
import { type Terms, termsInput } from '@trunkshow/contract/proposals/schema.ts'
import { api, call } from '../api/client.ts'
import { SettingsPart } from '../ui/form/settings-form.tsx'
import { termsQuery } from './queries.ts'

/** What customers agree to when they approve an order (docs/product.md, What the customer approves). */
export function CompanyTerms() {
  return (
    <SettingsPart
      title="Terms"
      hint="Customers agree to these when they approve an order. A change applies to orders you send from then on."
      query={termsQuery()}
      failed="Couldn’t load your terms"
      noun="terms"
      blank={{ text: '', version: 0, createdAt: null }}
      schema={termsInput}
      valuesOf={({ text }: Terms) => ({ text })}
      call={(body: { text: string }) => call(api.proposals.saveTerms, { body })}
      done="Terms saved"
      failedTo="save the terms"
      submitLabel="Save terms"
    >
      {({ getInputProps }) => (
        <Textarea label="Terms" autosize minRows={4} maxRows={20} {...getInputProps('text')} />
      )}
    </SettingsPart>
  )
}
