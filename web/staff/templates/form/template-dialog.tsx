import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TemplateDetail } from '@trunkshow/contract/templates/schema.ts'
import { useRef } from 'react'
import { sentenceOf } from '../../api/call-error.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { useCloseGuard } from '../../ui/form/leave-guard.tsx'
import { templateProductsQuery, templateQuery } from '../queries.ts'
import { TemplateForm } from './template-form.tsx'

interface TemplateDialogProps {
  /** The template to change; absent for a new one. */
  id?: number
  onSaved?: (template: TemplateDetail) => void
  onClose: () => void
}

interface FormProps {
  /** Receives a function that checks for unsaved changes. */
  onDirty: (isDirty: () => boolean) => void
  onSaved: (template: TemplateDetail) => void
  onCancel: () => void
}

/** Adds or changes a template, with a preview of its form. */
export function TemplateDialog({ id, onSaved, onClose }: TemplateDialogProps) {
  const isDirty = useRef<() => boolean>(() => false)
  const { close, question } = useCloseGuard(() => isDirty.current(), onClose)
  const form: FormProps = {
    onDirty: (check) => {
      isDirty.current = check
    },
    onSaved: (template) => {
      onSaved?.(template)
      onClose()
    },
    onCancel: close,
  }
  return (
    <Dialog title={id === undefined ? 'New Template' : 'Edit Template'} width={1080} onClose={close}>
      {id === undefined ? <TemplateForm {...form} /> : <Stored id={id} {...form} />}
      {question}
    </Dialog>
  )
}

/** The form starts from fresh server data, never from the cache. */
function Stored({ id, ...form }: FormProps & { id: number }) {
  const template = useQuery({ ...templateQuery(id), refetchOnMount: 'always' })
  const products = useQuery({ ...templateProductsQuery(id), refetchOnMount: 'always' })
  const loaded = template.isFetchedAfterMount && products.isFetchedAfterMount
  if (loaded && template.data && products.data)
    return <TemplateForm template={template.data} products={products.data} {...form} />
  const error = template.error ?? products.error
  if (!error) return <Skeleton height={320} role="status" aria-label="Loading template" />
  return (
    <LoadFailure
      title="Couldn’t load the template"
      onRetry={() => Promise.all([template.refetch(), products.refetch()])}
    >
      {sentenceOf(error)}
    </LoadFailure>
  )
}
