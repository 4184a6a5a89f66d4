import { Box, Button, Checkbox, Skeleton, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import { templateMessages as text } from '@trunkshow/contract/templates/messages.ts'
import { type Answers, shownFields } from '@trunkshow/contract/templates/rules.ts'
import type { TemplateDetail } from '@trunkshow/contract/templates/schema.ts'
import { memo, type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { CallError, sentenceOf } from '../../api/call-error.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Fields } from '../../ui/form/fields.tsx'
import { FieldRow } from '../../ui/form/form-section.tsx'
import { FormShell } from '../../ui/form/form-shell.tsx'
import { LeaveGuard, useCloseGuard } from '../../ui/form/leave-guard.tsx'
import { focusFirstError, useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { templateProductsQuery, templateQuery, useSaveTemplate } from '../queries.ts'
import { FieldsEditor } from './fields-editor.tsx'
import { mergeTemplate } from './merge-template.ts'
import { OrderForm } from './order-form.tsx'
import { ProductsField } from './products-field.tsx'
import styles from './template-form.module.css'
import { type TemplateFormValues, templateForm, toFields, toInput, valuesOf } from './template-form-values.ts'

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

interface TemplateFormProps {
  /** The stored template; absent for a new one. */
  template?: TemplateDetail
  /** The template's products. */
  products?: readonly Product[]
  /** Receives a function that checks for unsaved changes. */
  onDirty: (isDirty: () => boolean) => void
  onSaved: (template: TemplateDetail) => void
  onCancel: () => void
}

/** A template's fields, beside a preview of its form. */
function TemplateForm({ template, products, onDirty, onSaved, onCancel }: TemplateFormProps) {
  const { form, save, gone, merged, needsConfirmation, handleSubmit } = useTemplateForm(
    template,
    products,
    onSaved,
  )
  const isNew = !template || gone
  const chosenProducts = form.getInputProps('products')
  // Typing has priority: the preview of a long form may lag behind.
  const previewed = useDeferredValue(form.values)
  useEffect(() => onDirty(() => form.isDirty()))
  return (
    <div className={styles.columns}>
      <FormShell
        onSubmit={handleSubmit}
        loading={save.isPending}
        error={save.error}
        submitLabel={isNew ? 'Create Template' : 'Save Template'}
        pendingLabel="Saving..."
        sticky
        secondary={
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        }
      >
        <Fields>
          <FieldRow>
            <TextInput
              label="Template name"
              required
              data-autofocus
              {...form.getInputProps('templateName')}
            />
            <TextInput
              label="Item type"
              placeholder="For example, Gown or Handbag"
              {...form.getInputProps('itemType')}
            />
          </FieldRow>
          <ProductsField
            {...chosenProducts}
            onChange={(chosen) => {
              chosenProducts.onChange(chosen)
              form.clearFieldError('productIds')
            }}
            error={form.errors.productIds}
          />
          <FieldsEditor
            form={form}
            list="fields"
            stored={template?.fields}
            fieldsInUse={template?.fieldsInUse}
          />
          {needsConfirmation && (
            <Checkbox
              label="Confirm Safe Update"
              description="Orders use this template. They keep their version of the form. New orders get this one."
              aria-invalid={Boolean(form.errors.safeUpdate)}
              {...form.getInputProps('safeUpdate', { type: 'checkbox' })}
            />
          )}
          {gone && <Told>This template was just deleted. You can save your version as a new template.</Told>}
          {merged && merged.length > 0 && (
            <Told>
              This form now includes the latest changes: {merged.join(', ')}. If you changed the same thing,
              your version stays.
            </Told>
          )}
        </Fields>
        <LeaveGuard isDirty={() => form.isDirty()} />
      </FormShell>
      <TemplatePreview values={previewed} />
    </div>
  )
}

/** Scrolls the result of a save into view, wherever the form is scrolled. */
function Told({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' })
  }, [])
  return <Note ref={place}>{children}</Note>
}

/** The form's live preview; it can be tried out and saves nothing. */
const TemplatePreview = memo(function TemplatePreview({ values }: { values: TemplateFormValues }) {
  const [answers, setAnswers] = useState<Answers>({})
  const [files, setFiles] = useState<Record<string, File[]>>({})
  const fields = toFields(values.fields).map((field) => ({ ...field, label: field.label.trim() || 'Field' }))
  return (
    <aside className={styles.preview} aria-label="Form preview">
      <small>Form preview</small>
      <Box mb="lg">
        <Text ff="heading" fz="xl" lh={1.15}>
          {values.templateName.trim() || 'Template name'}
        </Text>
        <Text c="dimmed">{values.itemType.trim()}</Text>
        {shownFields(fields).length === 0 && <Text c="dimmed">This form has no fields yet.</Text>}
      </Box>
      <OrderForm
        fields={fields}
        answers={answers}
        onChange={(id, answer) => setAnswers((others) => ({ ...others, [id]: answer }))}
        files={files}
        onFiles={(id, chosen) => setFiles((others) => ({ ...others, [id]: chosen }))}
      />
    </aside>
  )
})

/**
 * The template form's values and saving. What another user just saved is merged into the form, and a deleted template
 * can be saved as a new one, so nothing typed is lost.
 *
 * @param template the stored template; undefined for a new one
 * @param products the template's products
 * @param onSaved called with the saved template
 */
function useTemplateForm(
  template: TemplateDetail | undefined,
  products: readonly Product[] | undefined,
  onSaved: (template: TemplateDetail) => void,
) {
  const queryClient = useQueryClient()
  /** The loaded version with its form values. */
  const [base, setBase] = useState({ version: template?.version, values: valuesOf(template, products) })
  const [merged, setMerged] = useState<string[]>()
  const [gone, setGone] = useState(false)
  const save = useSaveTemplate(gone ? undefined : template?.id)
  const form = useSchemaForm<TemplateFormValues>(templateForm, base.values, save.error)
  const needsConfirmation = !gone && template?.inUse === true

  const mergeTheirs = async (id: number) => {
    const now = { staleTime: 0 }
    const [newest, products] = await Promise.all([
      queryClient.fetchQuery({ ...templateQuery(id), ...now }),
      queryClient.fetchQuery({ ...templateProductsQuery(id), ...now }),
    ])
    const theirs = valuesOf(newest, products)
    const { values, changed } = mergeTemplate(base.values, form.getValues(), theirs)
    form.setValues(values)
    setBase({ version: newest.version, values: theirs })
    setMerged(changed)
  }
  const handleError = (error: Error) => {
    if (!template || !(error instanceof CallError)) return
    if (error.status === 404) setGone(true)
    // If this fails too, the next save is rejected again and retries it.
    if (error.code === 'changed') mergeTheirs(template.id).catch(() => {})
  }
  const handleSubmit = form.onSubmit((values) => {
    if (needsConfirmation && !values.safeUpdate) {
      form.setFieldError('safeUpdate', text.confirmSafeUpdate)
      return focusFirstError()
    }
    save.mutate(
      { ...toInput(values), safeUpdate: values.safeUpdate, version: base.version },
      { onSuccess: onSaved, onError: handleError },
    )
  }, focusFirstError)
  return { form, save, gone, merged, needsConfirmation, handleSubmit }
}
