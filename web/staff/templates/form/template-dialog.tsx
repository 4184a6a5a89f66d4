import { Box, Checkbox, Group, Input, Text, TextInput, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import { templateMessages as text } from '@trunkshow/contract/templates/messages.ts'
import { type Answers, shownFields } from '@trunkshow/contract/templates/rules.ts'
import type { FieldType, TemplateDetail } from '@trunkshow/contract/templates/schema.ts'
import { memo, type ReactNode, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { api, CallError, call } from '../../api/client.ts'
import { productsQuery } from '../../products/queries.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Note, NotLoaded, RetryLine } from '../../ui/feedback/notice.tsx'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { inWords, useEditForm } from '../../ui/form/form-dialog.tsx'
import { FieldRow, FormShell, focusFirstError, LeaveGuard, useCloseGuard } from '../../ui/form/form-shell.tsx'
import { hasUnsavedChanges } from '../../ui/form/unsaved-changes.ts'
import { SearchField, ShowMore } from '../../ui/list/list-screen.tsx'
import { CloseIcon } from '../../ui/page/frame-icons.tsx'
import { tiles } from '../../ui/page/tiles.ts'
import { countOf, QuietButton, QuietText } from '../../ui/page/words.tsx'
import { templateProductsQuery, templateQuery } from '../queries.ts'
import { FieldsEditor, fieldTypeLabels } from './fields-editor.tsx'
import { OrderForm } from './order-form.tsx'
import styles from './template-form.module.css'
import {
  type FieldValues,
  type TemplateFormValues,
  templateForm,
  toFields,
  toInput,
  valuesOf,
} from './template-form-values.ts'

interface FormProps {
  onSaved: () => void
  onCancel: () => void
}

/** Adds a template, or changes the one with this ID, with a preview of its form. */
export function TemplateDialog({ id, onClose }: { id?: number; onClose: () => void }) {
  const { close, question } = useCloseGuard(hasUnsavedChanges, onClose)
  const form = { onSaved: onClose, onCancel: close }
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
  const query = {
    error: template.error ?? products.error,
    refetch: () => Promise.all([template.refetch(), products.refetch()]),
  }
  return (
    <NotLoaded query={query} noun="template" failed="Couldn’t load the template" skeleton={{ height: 320 }} />
  )
}

interface TemplateFormProps extends FormProps {
  /** The stored template; absent for a new one. */
  template?: TemplateDetail
  products?: readonly Product[]
}

/** A template's fields, beside a preview of its form. */
function TemplateForm({ template, products = [], onSaved, onCancel }: TemplateFormProps) {
  /** Whether it was just deleted; saved as a new one, so nothing typed is lost. */
  const [gone, setGone] = useState(false)
  const isNew = !template || gone
  const save = useReportedCall({
    call: (values: TemplateFormValues): Promise<unknown> => {
      const body = toInput(values)
      if (isNew) return call(api.templates.create, { body })
      const { safeUpdate } = values
      const params = { id: template.id }
      return call(api.templates.update, {
        params,
        body: { ...body, safeUpdate, version: edit.base?.version },
      })
    },
    done: `Template ${isNew ? 'created' : 'updated'}`,
    failedTo: `${isNew ? 'create' : 'update'} template`,
    reloads: ['templates'],
    keepsForm: true,
  })
  /** A new one's first field has a random ID. */
  const [initial] = useState(() => valuesOf())
  const edit = useEditForm<TemplateDetail, TemplateFormValues>({
    schema: () => templateForm,
    record: template,
    valuesOf: (template) => (template ? valuesOf(template) : initial),
    error: save.error,
    wordsOf: formatChange,
    isShown: isInForm,
  })
  const { form } = edit
  const needsConfirmation = !gone && template?.inUse === true
  // Typing has priority: the preview of a long form may lag behind.
  const previewed = useDeferredValue(form.values)
  const handleError = (error: Error) => {
    if (template && error instanceof CallError && error.status === 404) setGone(true)
    edit.mergeTheirs(error)
  }
  const handleSubmit = edit.onSubmit((values) => {
    if (!needsConfirmation || values.safeUpdate)
      return save.mutate(values, { onSuccess: onSaved, onError: handleError })
    form.setFieldError('safeUpdate', text.confirmSafeUpdate)
    focusFirstError()
  })
  return (
    <div className={styles.columns}>
      <FormShell
        onSubmit={handleSubmit}
        call={{ isPending: save.isPending, error: edit.error }}
        submitLabel={isNew ? 'Create Template' : 'Save Template'}
        pendingLabel="Saving..."
        sticky
        secondary={<QuietButton onClick={onCancel}>Cancel</QuietButton>}
      >
        <FieldRow>
          <TextInput label="Template name" required data-autofocus {...form.getInputProps('templateName')} />
          <TextInput
            label="Item type"
            placeholder="For example, Gown or Handbag"
            {...form.getInputProps('itemType')}
          />
        </FieldRow>
        <ProductsField stored={products} {...form.getInputProps('productIds')} />
        <FieldsEditor
          form={form}
          list="fields"
          stored={template?.fields}
          fieldsInUse={template?.fieldsInUse}
          edit={edit}
        />
        {needsConfirmation && (
          <Checkbox
            label="Confirm Safe Update"
            description="Orders use this template. They keep their version of the form. New orders get this one."
            aria-invalid={Boolean(form.errors.safeUpdate)}
            {...form.getInputProps('safeUpdate', { type: 'checkbox' })}
          />
        )}
        {gone && <Deleted />}
        <LeaveGuard isDirty={edit.isDirty} />
      </FormShell>
      <TemplatePreview values={previewed} />
    </div>
  )
}

/** Scrolls into view, wherever the form is scrolled. */
function Deleted() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => void place.current?.scrollIntoView({ block: 'center' }), [])
  return <Note ref={place}>This template was just deleted. You can save your version as a new template.</Note>
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
        <QuietText>{values.itemType.trim()}</QuietText>
        {shownFields(fields).length === 0 && <QuietText>This form has no fields yet.</QuietText>}
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

/** Another user's change in words. @param path as `mergeEdits` reports it */
function formatChange(path: string, value: unknown) {
  if (path === 'productIds') {
    const { length } = value as number[]
    return length ? countOf(String(length), 'product') : 'all products'
  }
  if (path === 'fields') return (value as FieldValues[]).map(({ label }) => label).join(', ')
  if (path.endsWith('.type')) return fieldTypeLabels.fields[value as FieldType]
  if (path.endsWith('.archived')) return value ? 'hidden' : 'shown'
  return inWords(value)
}

/** Whether the form still has a field's input: the field may be deleted, or no dropdown any more. */
function isInForm(path: string, _: unknown, { fields }: TemplateFormValues) {
  const [, id, part] = path.split('.')
  const field = fields.find((field) => field.id === id)
  return part === undefined || (field !== undefined && (part !== 'options' || field.type === 'dropdown'))
}

interface ProductsFieldProps {
  value?: readonly number[]
  stored: readonly Product[]
  onChange: (ids: number[]) => void
  error?: ReactNode
  description?: ReactNode
}

/** A template's products, as a searchable checklist. Selected products stay selected during a search. */
function ProductsField({ value = [], stored, onChange, error, description }: ProductsFieldProps) {
  const titleId = useId()
  const [q, setQ] = useState('')
  const [picked, setPicked] = useState<readonly Product[]>([])
  const list = useInfiniteQuery(productsQuery({ q: q || undefined, isActive: true }))
  const chosen = value.flatMap((id) => [...stored, ...picked].find((product) => product.id === id) ?? [])
  const set = (product: Product, isChosen: boolean) => {
    if (isChosen) setPicked([...picked, product])
    onChange(isChosen ? [...value, product.id] : value.filter((id) => id !== product.id))
  }
  return (
    <section aria-labelledby={titleId}>
      <Title order={3} id={titleId}>
        Associated products
      </Title>
      <QuietText mt={4} mb="xs">
        {value.length ? 'Only the selected products.' : 'All products, unless you select specific ones.'}
      </QuietText>
      {chosen.length > 0 && (
        <Group component="ul" gap="xs" mb="sm" aria-label="Selected products">
          {chosen.map((product) => (
            <Box key={product.id} component="li" miw={0}>
              <QuietButton
                size="compact-sm"
                rightSection={<CloseIcon />}
                aria-label={`Remove ${product.name}`}
                onClick={() => set(product, false)}
              >
                {product.name}
              </QuietButton>
            </Box>
          ))}
        </Group>
      )}
      <SearchField label="Find a product" value={q} onSearch={setQ} />
      {list.isError && !list.data && <RetryLine list={list}>Couldn’t load products.</RetryLine>}
      {list.data?.rows.length === 0 && (
        <QuietText mt={4} mb="xs">
          {q ? 'No products match your search.' : 'There are no products yet.'}
        </QuietText>
      )}
      <div className={styles.scroll}>
        <ul
          className={styles.list}
          style={tiles(220, '0 var(--g4)')}
          aria-label="Products"
          aria-busy={list.isFetching}
        >
          {list.data?.rows.map((product) => (
            <li key={product.id}>
              <Checkbox
                label={product.name}
                checked={value.includes(product.id)}
                onChange={({ currentTarget }) => set(product, currentTarget.checked)}
              />
            </li>
          ))}
        </ul>
        <ShowMore list={list} />
      </div>
      {description}
      {error && <Input.Error>{error}</Input.Error>}
    </section>
  )
}
