import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Attachment, Order } from '@trunkshow/contract/orders/schema.ts'
import { shownFields } from '@trunkshow/contract/templates/rules.ts'
import { useState } from 'react'
import { FilesField } from '../../templates/form/files-field.tsx'
import { OrderForm } from '../../templates/form/order-form.tsx'
import { templateQuery } from '../../templates/queries.ts'
import { attachmentsOutsideForm, FormerDetails } from '../detail/form-details.tsx'
import { priceWith } from '../order-price.ts'
import { OrderSection } from '../order-section.tsx'
import { answerErrors } from './answer-errors.ts'
import { describeFormUpdate } from './describe-form-update.ts'
import { StoredFiles } from './stored-files.tsx'
import styles from './template-notice.module.css'
import { UpdateFormDialog } from './update-form-dialog.tsx'
import type { Draft } from './use-draft.ts'

interface EditFormProps {
  draft: Draft
  disabled: boolean
  onEditTemplate: () => void
}

/** The form of an order being edited, its files and notes. */
export function EditForm({ draft, disabled, onEditTemplate }: EditFormProps) {
  const { edit, form, order, orderForm, files, setFilesOf, removed, toggleRemoved } = draft
  const { formData } = form.values
  const stored = (attachments: readonly Attachment[]) => (
    <StoredFiles
      attachments={attachments}
      removed={removed}
      disabled={disabled}
      onToggleRemoved={toggleRemoved}
    />
  )
  const shown = { ...order, template: { ...order.template, ...orderForm }, formData }
  return (
    <>
      <OrderSection
        title="Form details"
        action={
          <Button variant="subtle" size="compact-sm" disabled={disabled} onClick={onEditTemplate}>
            Edit template
          </Button>
        }
      >
        <TemplateNotice draft={draft} />
        <OrderForm
          fields={orderForm.fields}
          answers={formData}
          onChange={(id, answer) => {
            form.setFieldValue('formData', { ...formData, [id]: answer })
            form.clearFieldError(`formData.${id}`)
            edit.settle(`formData.${id}`)
          }}
          errors={answerErrors(form.errors, 'formData')}
          propsOf={({ id, type }) => ({
            'data-path': `formData.${id}`,
            ...edit.noteAt(`formData.${id}`, type === 'checkbox'),
          })}
          files={files}
          onFiles={setFilesOf}
          stored={(id) => stored(order.attachments.filter(({ fieldId }) => fieldId === id))}
          disabled={disabled}
        />
      </OrderSection>
      <FormerDetails order={shown} files={stored} />
      <OrderSection title="Attachments">
        <FilesField
          label="Order attachments"
          value={files[''] ?? []}
          onChange={(chosen) => setFilesOf('', chosen)}
          error={form.errors.attachments}
          disabled={disabled}
        >
          {stored(attachmentsOutsideForm(shown))}
        </FilesField>
      </OrderSection>
      <OrderSection title="Notes">
        <Textarea
          aria-label="Notes"
          rows={3}
          resize="vertical"
          disabled={disabled}
          {...form.getInputProps('notes')}
        />
      </OrderSection>
    </>
  )
}

/** Shown if the template has changed since: updates the order to its latest form, and back. */
function TemplateNotice({ draft }: { draft: Draft }) {
  const { edit, form, order, orderForm, isMoved, updateTo, keepForm } = draft
  const [asking, setAsking] = useState(false)
  const { data: latest } = useQuery(templateQuery(order.template.id))
  const changer = edit.changerOf('templateVersion')
  if (changer) {
    const shown = shownFields(orderForm.fields)
    const typed = Object.keys(edit.changes().formData ?? {}).filter(
      (id) => !shown.some((field) => field.id === id),
    )
    const labels = orderForm.fields.filter(({ id }) => typed.includes(id)).map(({ label }) => label)
    return (
      <div className={styles.notice} role="status">
        <p>
          {changer} updated this order to the latest form.
          {labels.length > 0 && ` It no longer includes ${labels.join(', ')}, which you changed.`}
        </p>
      </div>
    )
  }
  if (!latest || latest.version <= order.template.version || isSameForm(latest, order.template)) return null
  const { formData } = form.values
  // Fields missing from the latest form stay with the order, hidden.
  const gone = order.template.fields.filter(({ id }) => !latest.fields.some((field) => field.id === id))
  const fields = [...latest.fields, ...gone.map((field) => ({ ...field, archived: true }))]
  const filesOf = (id: string) => order.attachments.filter(({ fieldId }) => fieldId === id).length
  const update = describeFormUpdate(formData, orderForm.fields, fields, filesOf)
  const totalWith = (parts: object) => priceWith({ ...order, template: orderForm, formData, ...parts }).total
  return (
    <div className={styles.notice} role="status">
      <p>
        {isMoved
          ? 'This order will use the latest version of the form when you save.'
          : 'This order uses an older version of the form.'}
      </p>
      <Button variant="default" size="compact-sm" onClick={isMoved ? keepForm : () => setAsking(true)}>
        {isMoved ? 'Keep the older version' : 'Update to latest'}
      </Button>
      {asking && (
        <UpdateFormDialog
          update={update}
          total={{
            before: totalWith({}),
            after: totalWith({ template: { fields }, formData: update.answers }),
          }}
          onConfirm={() => {
            updateTo({ version: latest.version, fields }, update.answers)
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

type Form = Pick<Order['template'], 'templateName' | 'itemType' | 'fields'>
const partsOf = ({ templateName, itemType, fields }: Form) =>
  JSON.stringify([templateName, itemType, shownFields(fields)])

/** Versions of a template may differ only in products or hidden fields. */
const isSameForm = (one: Form, other: Form) => partsOf(one) === partsOf(other)
