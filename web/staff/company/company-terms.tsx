import { Checkbox, Textarea } from '@mantine/core'
import { type Terms, termsInput } from '@trunkshow/contract/proposals/schema.ts'
import type { z } from 'zod'
import { api, call } from '../api/client.ts'
import { PriceField } from '../ui/form/fields.tsx'
import { SettingsPart } from '../ui/form/settings-form.tsx'
import { termsQuery } from './queries.ts'

const blank: Terms = {
  ...{ text: '', codeFrom: '', letsPriceFall: false, asksDeposit: false },
  ...{ version: 0, createdAt: null },
}

/** How customers approve orders, and the terms they agree to (docs/product.md, What the customer approves). */
export function CompanyTerms() {
  return (
    <SettingsPart
      title="Approvals"
      hint="How customers approve the orders you send them. New terms apply to orders you send from then on."
      query={termsQuery()}
      failed="Couldn’t load how customers approve"
      noun="approvals"
      blank={blank}
      schema={termsInput}
      valuesOf={({ version, createdAt, ...values }: Terms) => values}
      call={(body: z.input<typeof termsInput>) => call(api.proposals.saveTerms, { body })}
      done="Approvals saved"
      failedTo="save approvals"
      submitLabel="Save approvals"
    >
      {({ getInputProps }) => (
        <>
          <Textarea label="Terms" autosize minRows={4} maxRows={20} {...getInputProps('text')} />
          <PriceField
            label="Ask for a code from"
            description="From this total, customers approve with a 6-digit code that we email them. Leave it empty for none."
            {...getInputProps('codeFrom')}
          />
          <Checkbox
            label="Keep approvals when only the price falls"
            {...getInputProps('letsPriceFall', { type: 'checkbox' })}
          />
          <Checkbox
            label="Ask for the deposit once an order is approved"
            {...getInputProps('asksDeposit', { type: 'checkbox' })}
          />
        </>
      )}
    </SettingsPart>
  )
}
