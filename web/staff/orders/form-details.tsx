import type { Attachment, Order } from '@trunkshow/contract/orders/schema.ts'
import { shownFields } from '@trunkshow/contract/templates/rules.ts'
import { answerInWords } from './answer-words.ts'
import { AttachmentList } from './attachment-list.tsx'
import styles from './form-details.module.css'

const attachmentFields = ({ template }: Order) =>
  shownFields(template.fields).filter(({ type }) => type === 'attachment')

/** The files that answer no field of the order's form: those of the order itself. */
export function attachmentsBesideForm(order: Order): Attachment[] {
  const fields = attachmentFields(order)
  return order.attachments.filter(({ fieldId }) => !fields.some(({ id }) => id === fieldId))
}

/** What was filled in, field by field, on the form the order was made with. */
export function FormDetails({ order }: { order: Order }) {
  const { template, formData, attachments } = order
  const empty = Object.keys(formData).length === 0
  if (empty && attachments.length === attachmentsBesideForm(order).length)
    return <p className={styles.none}>No form data available</p>
  return (
    <dl className={styles.details}>
      {shownFields(template.fields).map((field) => (
        <div key={field.id} data-files={field.type === 'attachment'}>
          <dt>{field.label}</dt>
          <dd>
            {field.type === 'attachment' ? (
              <AttachmentList attachments={attachments.filter(({ fieldId }) => fieldId === field.id)} />
            ) : (
              (answerInWords(field, formData[field.id]) ?? <span className={styles.none}>Not provided</span>)
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
