import { Box, Group, Text } from '@mantine/core'
import type { Letterhead } from '@trunkshow/contract/company/schema.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { shownFields } from '@trunkshow/contract/templates/rules.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import type { ReactNode } from 'react'
import { formerFields } from '../detail/form-details.tsx'
import { formatAnswer } from '../format-answer.ts'
import styles from './print-page.module.css'

interface PrintedHeadProps {
  /** The company; null until its details are saved. */
  letterhead: Letterhead | null
  title: string
  children: ReactNode
}

/** The company's logo, name and address, beside what the sheet is. */
export function PrintedHead({ letterhead, title, children }: PrintedHeadProps) {
  return (
    <Group component="header" gap="16px 24px" align="end" justify="space-between" className={styles.head}>
      {letterhead && (
        <Box flex="1 1 220px">
          {letterhead.logoUrl && <img className={styles.logo} src={letterhead.logoUrl} alt="" />}
          <Text ff="heading" fz="xl" lh={1.15}>
            {letterhead.companyName}
          </Text>
          <Text fz="xs" className={styles.text}>
            {[letterhead.companyAddress, letterhead.companyPhone].filter(Boolean).join('\n')}
          </Text>
        </Box>
      )}
      <div className={styles.sheetTitle}>
        <h2>{title}</h2>
        <p>{children}</p>
      </div>
    </Group>
  )
}

export function PrintedProducts({ products }: Pick<Order, 'products'>) {
  return (
    <table className={styles.products}>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">SKU</th>
          <th scope="col">Quantity</th>
        </tr>
      </thead>
      <tbody>
        {products.map(({ productId, name, sku, quantity }) => (
          <tr key={productId}>
            <th scope="row">{name}</th>
            <td>{sku}</td>
            <td>{quantity}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface PrintedAnswersProps {
  order: Order
  /** Whether to include an option's price. */
  prices?: boolean
}

/** The answers; empty ones are left out to save paper. */
export function PrintedAnswers({ order: { template, formData }, prices = false }: PrintedAnswersProps) {
  const answered = shownFields(template.fields).filter(({ id }) => formData[id])
  return <PrintedFields fields={answered} formData={formData} prices={prices} />
}

/** Answers to fields no longer on the form; their files are listed with the order's. */
export function PrintedFormerAnswers({ order }: { order: Order }) {
  const fields = formerFields(order).filter(({ id }) => order.formData[id])
  if (fields.length === 0) return null
  return (
    <section>
      <h3>No longer on the form</h3>
      <PrintedFields fields={fields} formData={order.formData} prices={false} />
    </section>
  )
}

interface PrintedFieldsProps extends Pick<Order, 'formData'> {
  fields: readonly TemplateField[]
  prices: boolean
}

function PrintedFields({ fields, formData, prices }: PrintedFieldsProps) {
  if (fields.length === 0) return null
  return (
    <dl className={styles.answers}>
      {fields.map((field) => (
        <div key={field.id}>
          <dt>{field.label}</dt>
          <dd>{formatAnswer(field, formData[field.id], prices)}</dd>
        </div>
      ))}
    </dl>
  )
}
