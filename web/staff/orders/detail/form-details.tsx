import { Stack, Text } from '@mantine/core'
import type { Attachment, Order } from '@trunkshow/contract/orders/schema.ts'
import { productLine } from '@trunkshow/contract/prices/rules.ts'
import { answersInWords, formatAnswer } from '@trunkshow/contract/templates/fields.ts'
import { shownFields } from '@trunkshow/contract/templates/rules.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { type ReactNode, useState } from 'react'
import surfaces from '../../ui/page/surfaces.module.css'
import { tiles } from '../../ui/page/tiles.ts'
import { QuietText, Soft } from '../../ui/page/words.tsx'
import { OrderSection } from '../order-section.tsx'
import attached from './attachment-list.module.css'
import styles from './form-details.module.css'

/** Files of the order itself, not of a form field. */
export function attachmentsOutsideForm({ template, attachments }: Order): Attachment[] {
  return attachments.filter(({ fieldId }) => !template.fields.some(({ id }) => id === fieldId))
}

/** The answers, field by field, on the form the order was made with. */
export function FormDetails({ order }: { order: Order }) {
  const shown = shownFields(order.template.fields)
  if (!shown.some((field) => isGiven(order, field))) return <QuietText>No form data available</QuietText>
  return <Details order={order} fields={shown} />
}

/** What was chosen for a line: its options, and the answers of its own form. @param prices whether to include those of answers */
export const lineDetails = ({ options, fields, formData }: Order['products'][number], prices = true) => [
  ...options.map(({ name, option }) => ({ label: name, value: option })),
  ...answersInWords(fields, formData, prices),
]

/** The lines with options or a form of their own; the order's form is that of the first one. */
export function LineDetails({ order }: { order: Order }) {
  return order.products.map((line) => {
    const details = lineDetails(line)
    if (details.length === 0) return null
    return (
      <OrderSection key={line.id} title={productLine([line])}>
        <Stack component="dl" gap="xs" className={styles.details}>
          {details.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </Stack>
      </OrderSection>
    )
  })
}

/** Whether a field has an answer or files. */
const isGiven = ({ formData, attachments }: Order, { id }: TemplateField) =>
  formData[id] || attachments.some(({ fieldId }) => fieldId === id)

/** Fields with answers or files that are no longer on the order's form. */
export function formerFields(order: Order): TemplateField[] {
  return order.template.fields.filter((field) => field.archived && isGiven(order, field))
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

function Details({ order, fields, files }: FormerDetailsProps & { fields: readonly TemplateField[] }) {
  const { formData, attachments } = order
  const show = files ?? ((those) => <AttachmentList attachments={those} />)
  return (
    <Stack component="dl" gap="xs" className={styles.details}>
      {fields.map((field) => (
        <div key={field.id} data-files={field.type === 'attachment'}>
          <dt>{field.label}</dt>
          <dd>
            {field.type === 'attachment'
              ? show(attachments.filter(({ fieldId }) => fieldId === field.id))
              : (formatAnswer(field, formData[field.id]) ?? <Soft>Not provided</Soft>)}
          </dd>
        </div>
      ))}
    </Stack>
  )
}

/** File extensions shown as images (docs/product.md, Files); other files are downloaded. */
const previewed = /\.(jpe?g|png|gif|webp|bmp)$/i

/** An order's files: images to view, others to download. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  if (attachments.length === 0) return <QuietText>No attachment found</QuietText>
  return (
    <ul style={tiles(92)}>
      {attachments.map((attachment) => (
        <li key={attachment.id}>
          <AttachmentLink attachment={attachment} />
        </li>
      ))}
    </ul>
  )
}

/** A file as a thumbnail or its extension, with its name; opens or downloads it. */
export function AttachmentLink({ attachment }: { attachment: Attachment }) {
  const { filename, filePath, displayName, fileSize } = attachment
  const isPicture = previewed.test(filename)
  const opens = isPicture ? { target: '_blank', rel: 'noopener' } : { download: displayName }
  return (
    <a href={filePath} {...opens} className={attached.link} title={displayName}>
      <span className={`${surfaces.thumbnail} ${attached.frame}`}>
        {isPicture ? (
          <Preview source={filePath} />
        ) : (
          <span aria-hidden="true">{filename.split('.').at(-1)?.toUpperCase()}</span>
        )}
      </span>
      <Text span truncate className={attached.name}>
        {displayName} <small>{isPicture ? '' : sizeOf(fileSize)}</small>
      </Text>
    </a>
  )
}

function Preview({ source }: { source: string }) {
  const [failed, setFailed] = useState(false)
  if (failed)
    return (
      <Text span p={4} fw={400} ta="center">
        Image preview unavailable
      </Text>
    )
  return <img src={source} alt="" className={surfaces.cover} loading="lazy" onError={() => setFailed(true)} />
}

function sizeOf(bytes: number) {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
