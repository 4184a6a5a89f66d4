import { Button, NativeSelect, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Attachment, Order } from '@trunkshow/contract/orders/schema.ts'
import { useState } from 'react'
import { FilesField } from '../../templates/form/files-field.tsx'
import { OrderForm } from '../../templates/form/order-form.tsx'
import { TemplateDialog } from '../../templates/form/template-dialog.tsx'
import { templateChoicesQuery } from '../../templates/queries.ts'
import { RetryLine } from '../../ui/feedback/retry-line.tsx'
import { Fields } from '../../ui/form/fields.tsx'
import attached from '../detail/attachment-list.module.css'
import { AttachmentLink, attachmentsOutsideForm, FormerDetails } from '../detail/form-details.tsx'
import { OrderSection } from '../order-section.tsx'
import { ProductField } from './product-field.tsx'
import { TemplateNotice } from './template-notice.tsx'
import type { OrderDraft } from './use-order-form.ts'

interface PartProps {
  draft: OrderDraft
}

/** What is ordered: the template, the product, and the answers. */
export function ItemSection({ draft }: PartProps) {
  return (
    <OrderSection title="Order">
      <Fields>
        <TemplateField draft={draft} />
        <ProductField draft={draft} />
        {draft.chosen.template && <AnswerFields draft={draft} />}
      </Fields>
    </OrderSection>
  )
}

/** The form of an order being edited, in its own version. */
export function AnswersSection({ draft, order }: PartProps & { order: Order }) {
  const [editingTemplate, setEditingTemplate] = useState(false)
  return (
    <>
      <OrderSection
        title="Form details"
        action={
          <Button variant="subtle" size="compact-sm" onClick={() => setEditingTemplate(true)}>
            Edit template
          </Button>
        }
      >
        <TemplateNotice draft={draft} order={order} />
        <AnswerFields draft={draft} />
      </OrderSection>
      <FormerDetails
        order={shownOrder(order, draft)}
        files={(those) => <StoredFiles draft={draft} attachments={those} />}
      />
      {editingTemplate && <TemplateDialog id={order.template.id} onClose={() => setEditingTemplate(false)} />}
    </>
  )
}

/** The order as the form has it now. */
const shownOrder = (order: Order, { form, fields }: OrderDraft) => ({
  ...order,
  template: { ...order.template, fields },
  formData: form.values.formData,
})

/** The order's files and notes. */
export function FilesSections({ draft }: PartProps) {
  const { form, order, files, setFilesOf, save } = draft
  const notes = { rows: 3, resize: 'vertical', ...form.getInputProps('notes') } as const
  const ofOrder = (
    <FilesField
      label="Order attachments"
      value={files[''] ?? []}
      onChange={(chosen) => setFilesOf('', chosen)}
      error={form.errors.attachments}
      disabled={save.isPending}
    >
      {order && <StoredFiles draft={draft} attachments={attachmentsOutsideForm(shownOrder(order, draft))} />}
    </FilesField>
  )
  if (!order)
    return (
      <OrderSection title="Attachments">
        <Fields>
          {ofOrder}
          <Textarea label="Notes" {...notes} />
        </Fields>
      </OrderSection>
    )
  return (
    <>
      <OrderSection title="Attachments">{ofOrder}</OrderSection>
      <OrderSection title="Notes">
        <Textarea aria-label="Notes" {...notes} />
      </OrderSection>
    </>
  )
}

function AnswerFields({ draft }: PartProps) {
  const { edit, form, order, fields, answer, files, setFilesOf, save } = draft
  const errors = Object.entries(form.errors).flatMap(([path, error]) =>
    path.startsWith('formData.') ? [[path.slice('formData.'.length), String(error)]] : [],
  )
  return (
    <OrderForm
      fields={fields}
      answers={form.values.formData}
      onChange={answer}
      errors={Object.fromEntries(errors)}
      propsOf={({ id, type }) => ({
        'data-path': `formData.${id}`,
        ...edit.noteAt(`formData.${id}`, type === 'checkbox'),
      })}
      files={files}
      onFiles={setFilesOf}
      stored={(id) => (
        <StoredFiles
          draft={draft}
          attachments={order?.attachments.filter(({ fieldId }) => fieldId === id) ?? []}
        />
      )}
      disabled={save.isPending}
    />
  )
}

/** The files of an order being edited: each can be marked for removal and unmarked. */
function StoredFiles({ draft, attachments }: PartProps & { attachments: readonly Attachment[] }) {
  if (attachments.length === 0) return null
  return (
    <ul className={attached.list} aria-label="Uploaded files">
      {attachments.map((attachment) => {
        const { id, displayName } = attachment
        const gone = draft.removed.has(id)
        return (
          <li key={id} className={attached.stored} data-removed={gone}>
            <AttachmentLink attachment={attachment} />
            <Button
              variant="subtle"
              color={gone ? undefined : 'bad'}
              size="compact-sm"
              aria-label={`${gone ? 'Keep' : 'Remove'} ${displayName}`}
              onClick={() => draft.toggleRemoved(id)}
            >
              {gone ? 'Keep' : 'Remove'}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

/** The template of a new order, one that isn't archived (docs/product.md, Changing a form in use). */
function TemplateField({ draft: { form, chosen, chooseTemplate } }: PartProps) {
  const list = useQuery(templateChoicesQuery())
  const templates = list.data ?? []
  const value = chosen.template
  // A selected template stays selected, even if it was changed, archived or deleted since.
  const offered = value ? [value, ...templates.filter(({ id }) => id !== value.id)] : templates
  return (
    <div>
      <NativeSelect
        label="Template"
        required
        value={value?.id ?? ''}
        error={form.errors.templateId}
        onChange={({ currentTarget }) =>
          chooseTemplate(offered.find(({ id }) => String(id) === currentTarget.value))
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
