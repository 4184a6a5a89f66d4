import { Textarea } from '@mantine/core'
import { type Company, embeddingInput } from '@trunkshow/contract/company/schema.ts'
import { z } from 'zod'
import { FormSection } from '../ui/form/form-section.tsx'
import { FormSkeleton } from '../ui/form/form-skeleton.tsx'
import { SettingsForm } from '../ui/form/settings-form.tsx'
import { useSchemaForm } from '../ui/form/use-schema-form.ts'
import { noCompany } from './no-company.ts'
import { useSaveEmbedding } from './queries.ts'

const linesOf = (sites: string) => sites.split(/[\s,]+/).filter(Boolean)
/** One address per line; the path of an error has the number of its line. */
const sitesInput = z.object({
  embedOrigins: z.string().transform(linesOf).pipe(embeddingInput.shape.embedOrigins),
})

/**
 * The sites that may show the company's booking pages (docs/product.md, Embedding).
 *
 * @param company undefined while it loads
 */
export function Embedding({ company }: { company: Company | undefined }) {
  return (
    <FormSection
      title="Embedding"
      hint="Let guests book on your own website. Copy the line of HTML under Share on an event, or under Link and QR code above."
    >
      {company ? (
        <SitesForm company={company} />
      ) : (
        <FormSkeleton label="Loading allowed sites">
          <SitesForm company={noCompany} />
        </FormSkeleton>
      )}
    </FormSection>
  )
}

function SitesForm({ company }: { company: Company }) {
  const save = useSaveEmbedding()
  const form = useSchemaForm(sitesInput, valuesOf(company), save.error)
  return (
    <SettingsForm
      form={form}
      save={save}
      inputOf={({ embedOrigins }) => ({ embedOrigins: linesOf(embedOrigins) })}
      valuesOf={valuesOf}
      submitLabel="Save sites"
    >
      <Textarea
        label="Allowed sites"
        description="One address per line. No other site can show your booking pages."
        placeholder="https://www.your-shop.com"
        rows={3}
        resize="vertical"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('embedOrigins')}
        error={Object.values(form.errors)[0]}
      />
    </SettingsForm>
  )
}

const valuesOf = ({ embedOrigins }: Company) => ({ embedOrigins: embedOrigins.join('\n') })
