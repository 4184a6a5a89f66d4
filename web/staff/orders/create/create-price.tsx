import { Input, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usableCodesQuery } from '../../discounts/queries.ts'
import { useMayDo } from '../../session/session-query.ts'
import { useCompanyZone } from '../../session/use-company-zone.ts'
import { RetryLine } from '../../ui/feedback/retry-line.tsx'
import { OrderSection } from '../order-section.tsx'
import { PriceTable } from '../price-table.tsx'
import styles from './create-price.module.css'
import type { NewOrder } from './use-new-order.ts'

/** The order's price, updated with every choice (docs/product.md, Prices), and its discount code. */
export function CreatePrice({ order: { form, chosen, choose, price } }: { order: NewOrder }) {
  const { discount } = chosen
  const mayDiscount = useMayDo('discounts.apply')
  const list = useQuery(usableCodesQuery(useCompanyZone()))
  const codes = list.data ?? []
  // A selected code stays selected, even if it was used up since.
  const offered = discount ? [discount, ...codes.filter(({ id }) => id !== discount.id)] : codes
  return (
    <OrderSection title="Price">
      {price ? (
        <PriceTable price={price} />
      ) : (
        <p className={styles.none}>Select a product to see the price.</p>
      )}
      {form.errors.total && <Input.Error className={styles.changed}>{form.errors.total}</Input.Error>}
      {mayDiscount && (
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
      )}
      {mayDiscount && list.isError && !list.data && (
        <RetryLine list={list}>Couldn’t load discount codes.</RetryLine>
      )}
    </OrderSection>
  )
}
