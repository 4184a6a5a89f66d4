import { skipToken, useQuery } from '@tanstack/react-query'
import type { Address } from '@trunkshow/contract/customers/schema.ts'
import { shownFields } from '@trunkshow/contract/templates/rules.ts'
import type { Template } from '@trunkshow/contract/templates/schema.ts'
import { type RefObject, useEffect, useState } from 'react'
import { addressesQuery } from '../../customers/card/addresses-queries.ts'
import { similarQuery } from '../../customers/queries.ts'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { isEmpty } from '../edit/edit-values.ts'
import type { ChosenFile } from '../edit/upload-failures.ts'
import { priceWith } from '../order-price.ts'
import { carryOver } from './carry-over.ts'
import {
  type BookingToOrder,
  type Choices,
  type Chosen,
  type NewOrderValues,
  newOrderSchema,
  offerAnswers,
  type Place,
  valuesFor,
} from './new-order-values.ts'
import { useLastChoices } from './start-choices.ts'

/** The request's field for each selection: a new selection clears that field's error. */
const fieldOf: Record<keyof Choices, string> = {
  template: 'templateId',
  product: 'products',
  customerKind: 'customerName',
  customer: 'customerId',
  event: 'eventId',
  date: 'timeSlotId',
  timeSlotId: 'timeSlotId',
  place: 'addressId',
  discount: 'discountCodeId',
}

interface NewOrderOptions {
  booking: BookingToOrder | undefined
  /** The selections it starts with. */
  start: Choices
  /** The call's error, or null. */
  error: Error | null
  /** Receives a function that checks whether anything was filled in. */
  hasEdits: RefObject<() => boolean>
}

/** A new order being filled in: typed values, selections, files, and the price. */
export function useNewOrder({ booking, start, error, hasEdits }: NewOrderOptions) {
  const [choices, setChoices] = useState(start)
  const { remember } = useLastChoices()
  const [files, setFiles] = useState<Readonly<Record<string, readonly File[]>>>({})
  const customer = useCustomerOf(booking) ?? (choices.customerKind === 'known' ? choices.customer : undefined)
  const addresses = useAddressesOf(customer?.id)
  const { template, product, discount } = choices
  const fields = template?.fields ?? []
  const chosenWith = ({ shippingAddress }: NewOrderValues): Chosen => ({
    ...choices,
    booking,
    customer,
    place: placeOf(choices.place, addresses.data, !isEmpty(shippingAddress)),
    filesOf: (fieldId) => files[fieldId]?.length ?? 0,
  })
  const [initial] = useState(() => valuesFor(booking, template))
  const form = useSchemaForm(newOrderSchema(chosenWith), initial, error)
  const chosen = chosenWith(form.values)
  const choose = (change: Partial<Choices>) => {
    setChoices((before) => ({ ...before, ...change }))
    remember(change)
    for (const choice of Object.keys(change)) form.clearFieldError(fieldOf[choice as keyof Choices])
    form.clearFieldError('total')
  }
  const chooseTemplate = (next: Template | undefined) => {
    const to = next?.fields ?? []
    const carried = carryOver(form.values.customFields, fields, to)
    form.setFieldValue('customFields', offerAnswers(carried, booking?.answers ?? [], to))
    setFiles(carryOver(files, fields, to))
    const fits = !next?.productIds.length || (product && next.productIds.includes(product.id))
    choose({ template: next, ...(!fits && { product: undefined }) })
  }
  const takers = shownFields(fields).filter(({ type }) => type === 'attachment')
  // Ignores files of fields the form doesn't have.
  const chosenFiles: ChosenFile[] = ['', ...takers.map(({ id }) => id)].flatMap((fieldId) =>
    (files[fieldId] ?? []).map((file) => ({ fieldId, file })),
  )
  const price =
    product &&
    priceWith({
      products: [{ ...product, quantity: 1 }],
      template: { fields },
      formData: form.values.customFields,
      discount: discount
        ? { code: discount.code, percent: discount.discountValue, discountCodeId: discount.id }
        : null,
    })
  useEffect(() => {
    hasEdits.current = () => form.isDirty() || choices !== start || chosenFiles.length > 0
  })
  return {
    form,
    chosen,
    choose,
    chooseTemplate,
    /** Refreshes the selections without clearing their errors. */
    renew: ({ product, discount }: Pick<Choices, 'product' | 'discount'>) =>
      setChoices((before) => ({
        ...before,
        product: before.product?.id === product?.id ? product : before.product,
        discount: before.discount?.id === discount?.id ? discount : before.discount,
      })),
    addresses,
    files,
    setFilesOf: (fieldId: string, chosen: readonly File[]) => {
      setFiles((files) => ({ ...files, [fieldId]: chosen }))
      form.clearFieldError(fieldId ? `customFields.${fieldId}` : 'attachments')
    },
    chosenFiles,
    price,
  }
}
export type NewOrder = ReturnType<typeof useNewOrder>

/** The customer with the guest's email, matched as on the server. */
function useCustomerOf(booking: BookingToOrder | undefined) {
  const email = booking?.attendeeEmail ?? ''
  const query = similarQuery({ email })
  const { data } = useQuery({ ...query, queryFn: email ? query.queryFn : skipToken, staleTime: 0 })
  return data?.find((each) => !each.isArchived && each.email.toLowerCase() === email.toLowerCase())
}

function useAddressesOf(customerId = 0) {
  const query = addressesQuery(customerId)
  return useQuery({ ...query, queryFn: customerId ? query.queryFn : skipToken })
}

/** The selected address, if it still exists; else what was typed, the customer's default address, or a new one. */
function placeOf(chosen: Place | undefined, saved: readonly Address[] = [], isTyped: boolean): Place {
  if (typeof chosen === 'string' || saved.some(({ id }) => id === chosen)) return chosen!
  if (isTyped || saved.length === 0) return 'new'
  return saved.find(({ isDefault }) => isDefault)?.id ?? 'none'
}
