import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { FilesField } from '../templates/files-field.tsx'
import { OrderForm } from '../templates/order-form.tsx'
import { templateQuery } from '../templates/queries.ts'
import { errorsOfAnswers } from './answer-errors.ts'
import { attachmentsBesideForm } from './form-details.tsx'
import { OrderSection } from './order-section.tsx'
import { StoredFiles } from './stored-files.tsx'
import styles from './template-notice.module.css'
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
  const stored = (attachments: Order['attachments']) => (
    <StoredFiles
      attachments={attachments}
      removed={removed}
      disabled={disabled}
      onToggleRemoved={toggleRemoved}
    />
  )
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
          errors={errorsOfAnswers(form.errors, 'formData')}
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
      <OrderSection title="Attachments">
        <FilesField
          label="Files of the order"
          value={files[''] ?? []}
          onChange={(chosen) => setFilesOf('', chosen)}
          error={form.errors.attachments}
          disabled={disabled}
        >
          {stored(attachmentsBesideForm({ ...order, template: { ...order.template, ...orderForm } }))}
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

/** Where the template was changed since: the order may move to its new form, and back. */
function TemplateNotice({ draft }: { draft: Draft }) {
  const { order, isMoved, moveTo } = draft
  const { data: newest } = useQuery(templateQuery(order.template.id))
  if (!newest || newest.version <= order.template.version || isSameForm(newest, order.template)) return null
  return (
    <div className={styles.notice} role="status">
      <p>
        {isMoved
          ? 'The newest form is shown. It becomes the order’s when you save.'
          : 'The template was changed after this order was taken. The order keeps its form unless you use the newest one.'}
      </p>
      <Button variant="default" size="compact-sm" onClick={() => moveTo(isMoved ? undefined : newest)}>
        {isMoved ? 'Keep the form it was taken on' : 'Use the newest form'}
      </Button>
    </div>
  )
}

type Form = Pick<Order['template'], 'templateName' | 'itemType' | 'fields'>
const partsOf = ({ templateName, itemType, fields }: Form) => JSON.stringify([templateName, itemType, fields])

/** A version of a template may differ from another in its products alone. */
const isSameForm = (one: Form, other: Form) => partsOf(one) === partsOf(other)
