import { Button } from '@mantine/core'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { UsageNote } from '../../company/usage-note.tsx'
import { FormShell } from '../../ui/form/form-shell.tsx'
import { focusFirstToFill } from '../../ui/form/use-schema-form.ts'
import columns from '../list/order-columns.module.css'
import { AnswersSection, FilesSections, ItemSection } from './answers-section.tsx'
import { CustomerSection, ShippingSection } from './customer-section.tsx'
import { EventSection } from './event-section.tsx'
import styles from './order-editor.module.css'
import { PriceSection } from './price-section.tsx'
import { ProductsSection } from './product-field.tsx'
import { type OrderStart, useOrderForm } from './use-order-form.ts'

interface OrderEditorProps {
  /** As the form opens. */
  start: OrderStart
  /** Set so that the dialog can check for unsaved changes. */
  hasEdits: RefObject<() => boolean>
  onSaved: (order: { id: number }) => void
  onCancel: () => void
}

/**
 * The form of an order, a new one or one that is edited; its price updates with every choice (docs/product.md, Taking
 * an order, Changing an order).
 */
export function OrderEditor({ start, hasEdits, onSaved, onCancel }: OrderEditorProps) {
  const draft = useOrderForm(start, hasEdits, onSaved)
  const { order, price, edit, chosenFiles } = draft
  const { isPending, sent = 1, stop } = draft.save
  const fields = useRef<HTMLFieldSetElement>(null)
  const isNew = order === undefined
  useLayoutEffect(() => {
    if (isNew && fields.current) focusFirstToFill(fields.current)
  }, [isNew])
  const uploading = isPending && chosenFiles.length > 0 && sent < 1
  const pendingLabel = isNew ? 'Creating...' : 'Saving...'
  return (
    <div className={styles.edit}>
      <FormShell
        onSubmit={draft.send}
        loading={isPending}
        error={edit.error}
        submitLabel={isNew ? 'Create Order' : 'Save'}
        pendingLabel={uploading ? `Uploading ${Math.round(sent * 100)}%...` : pendingLabel}
        secondary={
          <>
            {uploading ? (
              <Button variant="default" onClick={stop}>
                Stop
              </Button>
            ) : (
              <Button variant="default" disabled={isPending} onClick={onCancel}>
                Cancel
              </Button>
            )}
            {isNew && (
              <output className={styles.total}>{price && `Total ${formatMoney(price.total)}`}</output>
            )}
          </>
        }
      >
        <fieldset ref={fields} disabled={isPending} className={`${styles.fields} ${columns.columns}`}>
          <div>
            {isNew && <UsageNote kinds={['orders', 'files', 'bytes']} />}
            {order ? (
              <>
                <ProductsSection draft={draft} order={order} />
                <AnswersSection draft={draft} order={order} />
              </>
            ) : (
              <>
                <CustomerSection draft={draft} />
                <ItemSection draft={draft} />
              </>
            )}
            <FilesSections draft={draft} />
          </div>
          <div>
            <PriceSection draft={draft} />
            {!isNew && <EventSection draft={draft} />}
            {!isNew && <CustomerSection draft={draft} />}
            <ShippingSection draft={draft} />
            {isNew && <EventSection draft={draft} />}
          </div>
        </fieldset>
      </FormShell>
    </div>
  )
}
