import { OrderForm } from '../../templates/form/order-form.tsx'
import { Fields } from '../../ui/form/fields.tsx'
import { answerErrors } from '../edit/answer-errors.ts'
import { OrderSection } from '../order-section.tsx'
import { ProductField } from './product-field.tsx'
import { TemplateField } from './template-field.tsx'
import type { NewOrder } from './use-new-order.ts'

/** What is ordered: the template, the product, and the answers. */
export function CreateItem({ order }: { order: NewOrder }) {
  const { form, chosen, choose, chooseTemplate, files, setFilesOf } = order
  const { template, product } = chosen
  const { customFields } = form.values
  return (
    <OrderSection title="Order">
      <Fields>
        <TemplateField value={template} onChange={chooseTemplate} error={form.errors.templateId} />
        <ProductField
          template={template}
          value={product}
          onChange={(product) => choose({ product })}
          error={form.errors.products}
        />
        {template && (
          <OrderForm
            fields={template.fields}
            answers={customFields}
            onChange={(id, answer) => {
              form.setFieldValue('customFields', { ...customFields, [id]: answer })
              form.clearFieldError(`customFields.${id}`)
            }}
            errors={answerErrors(form.errors, 'customFields')}
            files={files}
            onFiles={setFilesOf}
          />
        )}
      </Fields>
    </OrderSection>
  )
}
