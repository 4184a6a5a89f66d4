import { type Answers, shownFields } from '@trunkshow/contract/templates/rules.ts'
import { memo, useState } from 'react'
import { OrderForm } from './order-form.tsx'
import { type TemplateFormValues, toFields } from './template-form-values.ts'
import styles from './template-preview.module.css'

/** The form as it will be filled in, changing as the template does; it can be tried out and keeps nothing. */
export const TemplatePreview = memo(function TemplatePreview({ values }: { values: TemplateFormValues }) {
  const [answers, setAnswers] = useState<Answers>({})
  const [files, setFiles] = useState<Record<string, File[]>>({})
  const fields = toFields(values.fields).map((field) => ({ ...field, label: field.label.trim() || 'Field' }))
  return (
    <aside className={styles.preview} aria-label="Preview of the form">
      <p className={styles.label}>How orders are filled in</p>
      <p className={styles.name}>{values.templateName.trim() || 'Template name'}</p>
      {values.itemType.trim() && <p className={styles.type}>{values.itemType}</p>}
      {shownFields(fields).length === 0 && <p className={styles.none}>This form has no fields yet.</p>}
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
