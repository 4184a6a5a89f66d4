import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Template } from '@trunkshow/contract/templates/schema.ts'
import type { ReactNode } from 'react'
import { templateChoicesQuery } from '../../templates/queries.ts'
import { RetryLine } from '../../ui/feedback/retry-line.tsx'

interface TemplateFieldProps {
  value: Template | undefined
  onChange: (template: Template | undefined) => void
  error: ReactNode
}

/** The order's template, one that isn't archived (docs/product.md, Changing a form in use). */
export function TemplateField({ value, onChange, error }: TemplateFieldProps) {
  const list = useQuery(templateChoicesQuery())
  const templates = list.data ?? []
  // A selected template stays selected, even if it was changed, archived or deleted since.
  const offered = value ? [value, ...templates.filter(({ id }) => id !== value.id)] : templates
  return (
    <div>
      <NativeSelect
        label="Template"
        required
        value={value?.id ?? ''}
        error={error}
        onChange={({ currentTarget }) =>
          onChange(offered.find(({ id }) => String(id) === currentTarget.value))
        }
        data={[
          { value: '', label: list.isPending ? 'Loading templates...' : 'Select a template' },
          ...offered
            .toSorted((a, b) => a.templateName.localeCompare(b.templateName))
            .map(({ id, templateName }) => ({ value: String(id), label: templateName })),
        ]}
      />
      {list.isError && !list.data && <RetryLine list={list}>Couldn’t load templates.</RetryLine>}
      {list.data?.length === 0 && (
        <p>
          No templates yet.{' '}
          <Link to="/orders" search={{ tab: 'templates' }}>
            Create a template
          </Link>
        </p>
      )}
    </div>
  )
}
