import { Button } from '@mantine/core'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { type RefObject, useState } from 'react'
import { FormShell } from '../ui/form-shell.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { focusFirstError } from '../ui/use-schema-form.ts'
import { useSaveOrder } from './edit-calls.ts'
import { EditCustomer } from './edit-customer.tsx'
import { EditForm } from './edit-form.tsx'
import styles from './edit-order.module.css'
import { changeOf } from './edit-values.ts'
import columns from './order-columns.module.css'
import { priceWith } from './order-price.ts'
import { OrderSection } from './order-section.tsx'
import { PriceTable } from './price-table.tsx'
import { useDraft } from './use-draft.ts'

const TemplateDialog = lazyDialog(() =>
  import('../templates/template-dialog.tsx').then((module) => module.TemplateDialog),
)

interface EditOrderProps {
  /** As it was when its editing began. */
  order: Order
  /** Where the dialog looks up whether anything was changed. */
  hasEdits: RefObject<() => boolean>
  onSaved: () => void
  onCancel: () => void
}

/** An order in edit mode; what it costs follows every choice (spec back-office §2). */
export function EditOrder({ order, hasEdits, onSaved, onCancel }: EditOrderProps) {
  const save = useSaveOrder(order)
  const draft = useDraft(order, save.error, hasEdits)
  const [editingTemplate, setEditingTemplate] = useState(false)
  const { form, orderForm, moved, chosen, removed } = draft
  const send = form.onSubmit(
    (values) =>
      save.mutate(
        { change: (version) => changeOf(values, moved, version), files: chosen, removed: [...removed] },
        { onSuccess: onSaved },
      ),
    focusFirstError,
  )
  const { sent = 1 } = save
  const uploading = save.isPending && chosen.length > 0 && sent < 1
  return (
    <div className={styles.edit}>
      <FormShell
        onSubmit={send}
        loading={save.isPending}
        error={save.error}
        submitLabel="Save"
        pendingLabel={uploading ? `Uploading ${Math.round(sent * 100)}%...` : 'Saving...'}
        failedLabel="Failed to update order"
        secondary={
          uploading ? (
            <Button variant="default" onClick={save.stop}>
              Stop
            </Button>
          ) : (
            <Button variant="default" disabled={save.isPending} onClick={onCancel}>
              Cancel
            </Button>
          )
        }
      >
        <div className={columns.columns}>
          <div>
            <EditForm
              order={order}
              draft={draft}
              disabled={save.isPending}
              onEditTemplate={() => setEditingTemplate(true)}
            />
          </div>
          <div>
            <OrderSection title="Price">
              <PriceTable
                price={priceWith({ ...order, template: orderForm, formData: form.values.formData })}
              />
            </OrderSection>
            <EditCustomer form={form} disabled={save.isPending} />
          </div>
        </div>
      </FormShell>
      {editingTemplate && <TemplateDialog id={order.template.id} onClose={() => setEditingTemplate(false)} />}
    </div>
  )
}
