import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '@trunkshow/contract/money.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { shownFields } from '@trunkshow/contract/templates/rules.ts'
import { useState } from 'react'
import { templateQuery } from '../../templates/queries.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { priceWith } from '../order-price.ts'
import { describeFormUpdate } from './describe-form-update.ts'
import styles from './order-editor.module.css'
import type { OrderDraft } from './use-order-form.ts'

/** Shown if the template has changed since: updates the order to its latest form, and back. */
export function TemplateNotice({ draft, order }: { draft: OrderDraft; order: Order }) {
  const { edit, form, fields: formFields, isMoved, updateTo, keepForm } = draft
  const [asking, setAsking] = useState(false)
  const { data: latest } = useQuery(templateQuery(order.template.id))
  const changer = edit.changerOf('templateVersion')
  if (changer) {
    const shown = shownFields(formFields)
    const typed = Object.keys(edit.changes().formData ?? {}).filter(
      (id) => !shown.some((field) => field.id === id),
    )
    const labels = formFields.filter(({ id }) => typed.includes(id)).map(({ label }) => label)
    return (
      <Note mb="md">
        {changer} updated this order to the latest form.
        {labels.length > 0 && ` It no longer includes ${labels.join(', ')}, which you changed.`}
      </Note>
    )
  }
  if (!latest || latest.version <= order.template.version || isSameForm(latest, order.template)) return null
  const { formData } = form.values
  // Fields missing from the latest form stay with the order, hidden.
  const gone = order.template.fields.filter(({ id }) => !latest.fields.some((field) => field.id === id))
  const fields = [...latest.fields, ...gone.map((field) => ({ ...field, archived: true }))]
  const filesOf = (id: string) => order.attachments.filter(({ fieldId }) => fieldId === id).length
  const { answers, added, leaving, changed } = describeFormUpdate(formData, formFields, fields, filesOf)
  const totalOf = (fields: typeof formFields, formData: typeof answers) =>
    formatMoney(priceWith({ ...order, template: { fields }, formData }).total)
  const [before, after] = [totalOf(formFields, formData), totalOf(fields, answers)]
  return (
    <Note mb="md">
      <p>
        {isMoved
          ? 'This order will use the latest version of the form when you save.'
          : 'This order uses an older version of the form.'}
      </p>
      <Button variant="default" size="compact-sm" onClick={isMoved ? keepForm : () => setAsking(true)}>
        {isMoved ? 'Keep the older version' : 'Update to latest'}
      </Button>
      {asking && (
        <ConfirmDialog
          opened
          tone="accent"
          title="Update to latest?"
          confirmLabel="Update to latest"
          keepLabel="Keep this version"
          loading={false}
          onConfirm={() => {
            updateTo({ version: latest.version, fields }, answers)
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        >
          <Part title="New fields" lines={added} />
          <Part title="No longer on the form" lines={leaving}>
            Their answers and files stay with the order, but don’t count toward its price.
          </Part>
          <Part title="Changes" lines={changed} />
          <p className={styles.strong}>
            {before === after ? `The total stays ${before}.` : `Total: ${before} → ${after}`}
          </p>
          <p>Nothing is saved until you save the order.</p>
        </ConfirmDialog>
      )}
    </Note>
  )
}

interface PartProps {
  title: string
  lines: readonly string[]
  children?: string
}

function Part({ title, lines, children }: PartProps) {
  if (lines.length === 0) return null
  return (
    <>
      <h3 className={styles.strong}>{title}</h3>
      {children && <p>{children}</p>}
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

type Form = Pick<Order['template'], 'templateName' | 'itemType' | 'fields'>
const partsOf = ({ templateName, itemType, fields }: Form) =>
  JSON.stringify([templateName, itemType, shownFields(fields)])

/** Versions of a template may differ only in products or hidden fields. */
const isSameForm = (one: Form, other: Form) => partsOf(one) === partsOf(other)
