import { Textarea } from '@mantine/core'
import { type Company, embeddingInput } from '@trunkshow/contract/company/schema.ts'
import { useState } from 'react'
import { CallError } from '../api/call-error.ts'
import { FormSection } from '../ui/form/form-section.tsx'
import { FormShell } from '../ui/form/form-shell.tsx'
import { FormSkeleton } from '../ui/form/form-skeleton.tsx'
import { LeaveGuard } from '../ui/form/leave-guard.tsx'
import { noCompany } from './no-company.ts'
import { useSaveEmbedding } from './queries.ts'

const linesOf = (sites: string) => sites.split(/[\s,]+/).filter(Boolean)

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
  const stored = company.embedOrigins.join('\n')
  const [sites, setSites] = useState(stored)
  const [problem, setProblem] = useState<string>()
  const refused = save.error instanceof CallError ? save.error.fields.embedOrigins : undefined
  return (
    <FormShell
      onSubmit={(submit) => {
        submit.preventDefault()
        const parsed = embeddingInput.safeParse({ embedOrigins: linesOf(sites) })
        setProblem(parsed.error?.issues[0]?.message)
        if (!parsed.success) return
        save.mutate(parsed.data, { onSuccess: (saved) => setSites(saved.embedOrigins.join('\n')) })
      }}
      loading={save.isPending}
      error={save.error}
      submitLabel="Save sites"
      pendingLabel="Saving..."
    >
      <Textarea
        label="Allowed sites"
        description="One address per line. No other site can show your booking pages."
        placeholder="https://www.your-shop.com"
        rows={3}
        resize="vertical"
        autoCapitalize="none"
        spellCheck={false}
        value={sites}
        onChange={({ currentTarget: { value } }) => {
          setSites(value)
          setProblem(undefined)
        }}
        error={problem ?? refused}
      />
      <LeaveGuard isDirty={() => sites !== stored} />
    </FormShell>
  )
}
