import { Button, Input } from '@mantine/core'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { type RefObject, useState } from 'react'
import { TemplateDialog } from '../../templates/form/template-dialog.tsx'
import { FormShell } from '../../ui/form/form-shell.tsx'
import { TheirChangeNote } from '../../ui/form/their-change-note.tsx'
import columns from '../list/order-columns.module.css'
import { OrderSection } from '../order-section.tsx'
import { PriceTable } from '../price-table.tsx'
import { EditCustomer } from './edit-customer.tsx'
import { EditForm } from './edit-form.tsx'
import { EditEvent, EditProducts } from './edit-items.tsx'
import styles from './edit-order.module.css'
import { type Draft, useDraft } from './use-draft.ts'
import { useSaveOrder } from './use-save-order.ts'

/** Codes aren't applied in this form, so only another user can change the code. */
function DiscountNote({ draft: { edit, order } }: { draft: Draft }) {
  const name = edit.changerOf('discountCodeId')
  return name && <TheirChangeNote name={name} words={order.discount?.code ?? ''} />
}

interface EditOrderProps {
  /** The order when editing began. */
  order: Order
  /** Set so that the dialog can check for unsaved changes. */
  hasEdits: RefObject<() => boolean>
  onSaved: () => void
  onCancel: () => void
}

/** An order in edit mode; its price updates with every choice (docs/product.md, Changing an order). */
export function EditOrder({ order: started, hasEdits, onSaved, onCancel }: EditOrderProps) {
  const save = useSaveOrder(started)
  const draft = useDraft(started, save.error, hasEdits)
  const [editingTemplate, setEditingTemplate] = useState(false)
  const { edit, form, order, chosen, removed } = draft
  const send = edit.onSubmit(() =>
    save.mutate(
      { change: draft.change(), files: chosen, removed: [...removed] },
      { onSuccess: onSaved, onError: draft.handleError },
    ),
  )
  const { sent = 1 } = save
  const uploading = save.isPending && chosen.length > 0 && sent < 1
  return (
    <div className={styles.edit}>
      <FormShell
        onSubmit={send}
        loading={save.isPending}
        error={edit.error}
        submitLabel="Save"
        pendingLabel={uploading ? `Uploading ${Math.round(sent * 100)}%...` : 'Saving...'}
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
            <EditProducts draft={draft} disabled={save.isPending} />
            <EditForm
              draft={draft}
              disabled={save.isPending}
              onEditTemplate={() => setEditingTemplate(true)}
            />
          </div>
          <div>
            <OrderSection title="Price">
              <DiscountNote draft={draft} />
              <PriceTable price={draft.price} />
              {form.errors.total && <Input.Error mt="xs">{form.errors.total}</Input.Error>}
            </OrderSection>
            <EditEvent draft={draft} disabled={save.isPending} />
            <EditCustomer form={form} disabled={save.isPending} />
          </div>
        </div>
      </FormShell>
      {editingTemplate && <TemplateDialog id={order.template.id} onClose={() => setEditingTemplate(false)} />}
    </div>
  )
}
