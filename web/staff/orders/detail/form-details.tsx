import { Text } from '@mantine/core'
import type { Attachment, Order } from '@trunkshow/contract/orders/schema.ts'
import { shownFields } from '@trunkshow/contract/templates/rules.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import type { ReactNode } from 'react'
import { Soft } from '../../ui/page/soft.tsx'
import { formatAnswer } from '../format-answer.ts'
import { OrderSection } from '../order-section.tsx'
import { AttachmentList } from './attachment-list.tsx'
import styles from './form-details.module.css'

/** Files of the order itself, not of a form field. */
export function attachmentsOutsideForm({ template, attachments }: Order): Attachment[] {
  return attachments.filter(({ fieldId }) => !template.fields.some(({ id }) => id === fieldId))
}

/** The answers, field by field, on the form the order was made with. */
export function FormDetails({ order }: { order: Order }) {
  const { template, formData, attachments } = order
  const shown = shownFields(template.fields)
  const isEmpty = !shown.some(({ id }) => formData[id] || attachments.some(({ fieldId }) => fieldId === id))
  if (isEmpty) return <Text c="dimmed">No form data available</Text>
  return <Details order={order} fields={shown} />
}

/** Fields with answers or files that are no longer on the order's form. */
export function formerFields({ template, formData, attachments }: Order): TemplateField[] {
  return template.fields.filter(
    ({ id, archived }) => archived && (formData[id] || attachments.some(({ fieldId }) => fieldId === id)),
  )
}

interface FormerDetailsProps {
  order: Order
  /** How to show files; as a list by default. */
  files?: (attachments: readonly Attachment[]) => ReactNode
}

/** Answers to fields no longer on the order's form: kept, but not part of its price. */
export function FormerDetails({ order, files }: FormerDetailsProps) {
  const fields = formerFields(order)
  if (fields.length === 0) return null
  return (
    <OrderSection title="No longer on the form">
      <Details order={order} fields={fields} files={files} />
    </OrderSection>
  )
}

interface DetailsProps {
  order: Order
  fields: readonly TemplateField[]
  files?: FormerDetailsProps['files']
}

function Details({ order: { formData, attachments }, fields, files = asList }: DetailsProps) {
  return (
    <dl className={styles.details}>
      {fields.map((field) => (
        <div key={field.id} data-files={field.type === 'attachment'}>
          <dt>{field.label}</dt>
          <dd>
            {field.type === 'attachment'
              ? files(attachments.filter(({ fieldId }) => fieldId === field.id))
              : (formatAnswer(field, formData[field.id]) ?? <Soft>Not provided</Soft>)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const asList = (attachments: readonly Attachment[]) => <AttachmentList attachments={attachments} />
