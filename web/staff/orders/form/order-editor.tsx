import { Input, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '@trunkshow/contract/money.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { useLayoutEffect, useRef } from 'react'
import { UsageNote } from '../../company/usage.tsx'
import { codeChoice, usableCodesQuery } from '../../discounts/queries.ts'
import { useCompanyZone, useMayDo } from '../../session/session-query.ts'
import { RetryLine } from '../../ui/feedback/notice.tsx'
import { FormShell, focusFirstToFill } from '../../ui/form/form-shell.tsx'
import { TheirChangeNote } from '../../ui/form/their-change-note.tsx'
import { QuietButton, QuietText } from '../../ui/page/words.tsx'
import columns from '../list/order-columns.module.css'
import { OrderSection, PriceTable } from '../order-section.tsx'
import { AnswersSection, FilesSections, ItemSection } from './answers-section.tsx'
import { CustomerSection, EventSection, ShippingSection } from './customer-section.tsx'
import { LinesSection } from './lines-fields.tsx'
import styles from './order-editor.module.css'
import { type HasEdits, type OrderDraft, type OrderStart, useOrderForm } from './use-order-form.ts'

interface OrderEditorProps {
  /** As the form opens. */
  start: OrderStart
  hasEdits: HasEdits
  onSaved: (order: Order) => void
  onCancel: () => void
}

/** The form of an order, new or edited (docs/product.md, Taking an order, Changing an order). */
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
        gap={0}
        onSubmit={draft.send}
        call={{ isPending, error: edit.error }}
        submitLabel={isNew ? 'Create Order' : 'Save'}
        pendingLabel={uploading ? `Uploading ${Math.round(sent * 100)}%...` : pendingLabel}
        secondary={
          <>
            {uploading ? (
              <QuietButton onClick={stop}>Stop</QuietButton>
            ) : (
              <QuietButton disabled={isPending} onClick={onCancel}>
                Cancel
              </QuietButton>
            )}
            {isNew && (
              <output className={styles.total}>{price && `Total ${formatMoney(price.total)}`}</output>
            )}
          </>
        }
      >
        <fieldset ref={fields} disabled={isPending} className={columns.columns}>
          <div>
            {isNew && <UsageNote kinds={['orders', 'files', 'bytes']} />}
            {order ? (
              <>
                <LinesSection draft={draft} order={order} />
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

/** The price after every choice (docs/product.md, Prices). Only a new order has its discount code here. */
function PriceSection({ draft }: { draft: OrderDraft }) {
  const { edit, form, order, price } = draft
  const changer = edit.changerOf('discountCodeId')
  const mayDiscount = useMayDo('discounts.apply')
  return (
    <OrderSection title="Price">
      {changer && <TheirChangeNote name={changer} words={order?.discount?.code ?? ''} />}
      {price ? <PriceTable price={price} /> : <QuietText>Select a product to see the price.</QuietText>}
      {draft.taxNote && <QuietText mt="xs">{draft.taxNote}</QuietText>}
      {form.errors.total && <Input.Error mt="xs">{form.errors.total}</Input.Error>}
      {!order && mayDiscount && <DiscountField draft={draft} />}
    </OrderSection>
  )
}

function DiscountField({ draft: { form, chosen, choose } }: { draft: OrderDraft }) {
  const { discount } = chosen
  const list = useQuery(usableCodesQuery(useCompanyZone()))
  const codes = list.data ?? []
  // A selected code stays selected, even if it was used up since.
  const offered = discount ? [discount, ...codes.filter(({ id }) => id !== discount.id)] : codes
  return (
    <>
      <NativeSelect
        mt="md"
        label="Discount code"
        value={discount?.id ?? ''}
        error={form.errors.discountCodeId}
        onChange={({ currentTarget }) =>
          choose({ discount: offered.find(({ id }) => String(id) === currentTarget.value) })
        }
        data={[{ value: '', label: 'No discount' }, ...offered.map(codeChoice)]}
      />
      {list.isError && !list.data && <RetryLine list={list}>Couldn’t load discount codes.</RetryLine>}
    </>
  )
}
