import { Input, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usableCodesQuery } from '../../discounts/queries.ts'
import { useMayDo } from '../../session/session-query.ts'
import { useCompanyZone } from '../../session/use-company-zone.ts'
import { RetryLine } from '../../ui/feedback/retry-line.tsx'
import { TheirChangeNote } from '../../ui/form/their-change-note.tsx'
import { OrderSection } from '../order-section.tsx'
import { PriceTable } from '../price-table.tsx'
import type { OrderDraft } from './use-order-form.ts'

/**
 * The order's price, updated with every choice (docs/product.md, Prices), and the discount code of a new one. An edited
 * order gets none here, so only another user can change its code.
 */
export function PriceSection({ draft }: { draft: OrderDraft }) {
  const { edit, form, order, price } = draft
  const changer = edit.changerOf('discountCodeId')
  const mayDiscount = useMayDo('discounts.apply')
  return (
    <OrderSection title="Price">
      {changer && <TheirChangeNote name={changer} words={order?.discount?.code ?? ''} />}
      {price ? <PriceTable price={price} /> : <Text c="dimmed">Select a product to see the price.</Text>}
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
        data={[
          { value: '', label: 'No discount' },
          ...offered.map(({ id, code, discountValue }) => ({
            value: String(id),
            label: `${code}, ${discountValue}% off`,
          })),
        ]}
      />
      {list.isError && !list.data && <RetryLine list={list}>Couldn’t load discount codes.</RetryLine>}
    </>
  )
}
