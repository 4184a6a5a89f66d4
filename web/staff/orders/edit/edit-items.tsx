import { NativeSelect } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import { formatDate } from '@trunkshow/contract/dates.ts'
import { orderCan } from '@trunkshow/contract/orders/rules.ts'
import { useState } from 'react'
import { templateQuery } from '../../templates/queries.ts'
import { RetryLine } from '../../ui/feedback/retry-line.tsx'
import { Fields } from '../../ui/form/fields.tsx'
import { Picked } from '../../ui/form/picked.tsx'
import { PickProduct, wordsOf } from '../create/product-field.tsx'
import { OrderSection } from '../order-section.tsx'
import { eventChoicesQuery } from '../queries.ts'
import styles from './edit-order.module.css'
import type { Draft } from './use-draft.ts'

interface EditItemsProps {
  draft: Draft
  disabled: boolean
}

/** The products of an order being edited, each of which can be replaced (docs/product.md, Changing an order). */
export function EditProducts({ draft, disabled }: EditItemsProps) {
  const { edit, form, order, pickProduct } = draft
  const [picking, setPicking] = useState<number>()
  const template = useQuery(templateQuery(order.template.id))
  const refusal = orderCan.changeProducts(order)
  const { error, description } = edit.noteAt('products')
  return (
    <OrderSection title={order.products.length === 1 ? 'Product' : 'Products'}>
      <Fields>
        {order.products.map((product, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: products stay in order, and one may be there twice
          <div key={at} className={styles.product}>
            <Picked
              {...wordsOf(product)}
              changeLabel={`Change ${product.name}`}
              error={at === 0 && (error ?? form.errors.products)}
              disabled={disabled}
              onChange={refusal ? undefined : () => setPicking(picking === at ? undefined : at)}
            />
            {picking === at && (
              <PickProduct
                template={template.data}
                onPick={(picked) => {
                  pickProduct(at, picked)
                  setPicking(undefined)
                }}
              />
            )}
          </div>
        ))}
      </Fields>
      {description}
      {refusal && <p className={styles.reason}>{refusal}</p>}
    </OrderSection>
  )
}

/** The event of an order being edited. */
export function EditEvent({ draft: { edit, form, order }, disabled }: EditItemsProps) {
  const refusal = orderCan.changeEvent(order)
  const query = eventChoicesQuery()
  const events = useQuery({ ...query, queryFn: refusal ? skipToken : query.queryFn })
  const { event, timeSlot } = order
  const { onChange, ...field } = form.getInputProps('eventId')
  const selected = form.values.eventId ?? ''
  const losesSlot = timeSlot !== null && selected !== event?.id
  return (
    <OrderSection title="Event">
      <NativeSelect
        label="Event"
        {...field}
        value={selected}
        disabled={disabled || refusal !== null}
        description={
          edit.noteAt('eventId').description ??
          refusal ??
          (losesSlot && 'The time slot is removed when you save.')
        }
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value) || null)}
        data={[
          { value: '', label: 'No event' },
          ...(event && !events.data?.some(({ id }) => id === event.id)
            ? [{ value: String(event.id), label: event.name }]
            : []),
          ...(events.data ?? []).map(({ id, name, eventDate }) => ({
            value: String(id),
            label: `${name}, ${formatDate(eventDate)}`,
          })),
        ]}
      />
      {events.isError && !events.data && <RetryLine list={events}>Couldn’t load events.</RetryLine>}
    </OrderSection>
  )
}
