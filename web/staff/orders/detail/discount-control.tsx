import { Group, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { orderCan } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { useState } from 'react'
import { usableCodesQuery } from '../../discounts/queries.ts'
import { useCompanyZone } from '../../session/use-company-zone.ts'
import { ReasonButton } from '../../ui/feedback/reason-button.tsx'
import { RetryLine } from '../../ui/feedback/retry-line.tsx'
import { useApplyDiscount } from './order-calls.ts'

const CARRIED = 'carried'

/** Applies an available discount code to an order, or removes it (docs/product.md, Using a code). */
export function DiscountControl({ order }: { order: Order }) {
  const { discount } = order
  const list = useQuery(usableCodesQuery(useCompanyZone()))
  const codes = list.data ?? []
  const apply = useApplyDiscount(order.id)
  const current = discount ? CARRIED : ''
  const [picked, setPicked] = useState<string>()
  const chosen = picked ?? current
  const reason =
    orderCan.edit(order) ?? (chosen === current ? 'Select a different discount code first.' : null)
  const handleApply = () => {
    apply.mutate(codes.find(({ id }) => String(id) === chosen) ?? null)
    setPicked(undefined)
  }
  return (
    <Group align="end" mt="md">
      <NativeSelect
        flex={1}
        label="Discount code"
        value={chosen}
        disabled={orderCan.edit(order) !== null}
        onChange={({ currentTarget }) => setPicked(currentTarget.value)}
        data={[
          { value: '', label: 'No discount' },
          ...(discount ? [{ value: CARRIED, label: `${discount.code}, ${discount.percent}% off` }] : []),
          ...codes
            .filter(({ id }) => id !== discount?.discountCodeId)
            .map(({ id, code, discountValue }) => ({
              value: String(id),
              label: `${code}, ${discountValue}% off`,
            })),
        ]}
      />
      <ReasonButton
        variant="default"
        aria-label={chosen === '' && discount ? 'Remove discount' : 'Apply discount'}
        reason={reason}
        onClick={handleApply}
      >
        {chosen === '' && discount ? 'Remove' : 'Apply'}
      </ReasonButton>
      {list.isError && !list.data && <RetryLine list={list}>Couldn’t load discount codes.</RetryLine>}
    </Group>
  )
}
