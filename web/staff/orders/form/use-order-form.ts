import { useQuery } from '@tanstack/react-query'
import type { Address, Customer } from '@trunkshow/contract/customers/schema.ts'
import { lastDay } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { editableOf } from '@trunkshow/contract/orders/fields.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { productLine, taxOf } from '@trunkshow/contract/prices/rules.ts'
import { formatAnswer } from '@trunkshow/contract/templates/fields.ts'
import { type Answer, shownFields } from '@trunkshow/contract/templates/rules.ts'
import type { Template } from '@trunkshow/contract/templates/schema.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { type Ref, useImperativeHandle, useState } from 'react'
import { api, CallError, callAll } from '../../api/client.ts'
import { taxRatesQuery } from '../../company/queries.ts'
import { addressesQuery, similarQuery } from '../../customers/queries.ts'
import { eventQuery } from '../../events/queries.ts'
import { useCompanyZone, useUser } from '../../session/session-query.ts'
import { templateChoicesQuery } from '../../templates/queries.ts'
import { useEditForm } from '../../ui/form/form-dialog.tsx'
import { useStoredChoice } from '../../ui/page/use-stored-choice.ts'
import { toggled } from '../list/use-selection.ts'
import { priceWith } from '../order-section.tsx'
import { eventChoicesQuery } from '../queries.ts'
import {
  type BookingToOrder,
  type Choices,
  type Chosen,
  carryOver,
  changeOf,
  editSchema,
  emptyOrder,
  followDate,
  isEmpty,
  newOrderSchema,
  noChoices,
  type OrderValues,
  offerAnswers,
  orderOf,
  type Place,
} from './order-values.ts'
import { useLines } from './use-lines.ts'
import { type ChosenFile, useSaveOrder } from './use-save-order.ts'

/** A template version, as the form of an order. */
type FormVersion = Pick<Template, 'version' | 'fields'>

/** What exists when the form opens: an order to edit, or what a new one starts with. */
export interface OrderStart {
  order?: Order
  booking?: BookingToOrder
  choices?: Choices
  /** What is known of a new customer. */
  typed?: Partial<Pick<OrderValues, 'customerName' | 'customerEmail' | 'customerPhone'>>
}

/** Set to a function that checks for unsaved changes. */
export type HasEdits = Ref<() => boolean>

/** The request's field for each selection: a new selection clears that field's error. */
const fieldOf: Record<keyof Choices, string> = {
  template: 'templateId',
  customerKind: 'customerName',
  customer: 'customerId',
  lastName: 'customerName',
  event: 'eventId',
  date: 'timeSlotId',
  timeSlotId: 'timeSlotId',
  place: 'addressId',
  discount: 'discountCodeId',
}

/**
 * An order being taken or edited: typed values, selections, its form, files to add and to remove, and the price.
 * Nothing is saved until `send`.
 */
export function useOrderForm(
  { order: started, booking, choices: start = noChoices, typed }: OrderStart,
  hasEdits: HasEdits,
  onSaved: (order: Order) => void,
) {
  const save = useSaveOrder(started)
  const [choices, setChoices] = useState(start)
  const { remember } = useLastChoices()
  /** The newer form an order is updated to, and the answers it replaced. */
  const [newer, setNewer] = useState<{ form: FormVersion; replaced: OrderValues['formData'] }>()
  const [files, setFiles] = useState<Readonly<Record<string, readonly File[]>>>({})
  const [removed, setRemoved] = useState<ReadonlySet<number>>(new Set())
  const customer = useCustomerOf(booking) ?? (choices.customerKind === 'known' ? choices.customer : undefined)
  const addresses = useQuery({ ...addressesQuery(customer?.id ?? 0), enabled: Boolean(customer) })
  const { template, discount } = choices
  const chosenWith = ({ shippingAddress }: OrderValues): Chosen => ({
    ...choices,
    booking,
    customer,
    place: placeOf(choices.place, addresses.data, !isEmpty(shippingAddress)),
  })
  /** Another user may have updated the order to this form or a later one. */
  const formOf = (order: Order): FormVersion =>
    newer && newer.form.version > order.template.version ? newer.form : order.template
  const filesOf = (order: Order | undefined) => (fieldId: string) =>
    (order?.attachments ?? []).filter((stored) => stored.fieldId === fieldId && !removed.has(stored.id))
      .length + (files[fieldId]?.length ?? 0)
  const fieldAt = (order: Order | undefined, path: string) =>
    order && formOf(order).fields.find(({ id }) => path === `formData.${id}`)
  const [initial] = useState<OrderValues>(() => ({
    ...emptyOrder,
    customerPhone: booking?.phone ?? '',
    ...typed,
    ...followDate(template?.fields, offerAnswers({}, booking?.answers, template?.fields)),
  }))
  const edit = useEditForm({
    schema: (order: Order | undefined) =>
      order
        ? editSchema(formOf(order).fields, editableOf(order).shippingAddress, filesOf(order))
        : newOrderSchema(chosenWith, template, filesOf(order)),
    record: started,
    valuesOf: (order) => (order ? editableOf(order) : initial),
    error: save.error,
    wordsOf: (path, value, order) => {
      if (path === 'products') return productLine(order?.products ?? [])
      if (path === 'eventId') return order?.event?.name ?? ''
      const field = fieldAt(order, path)
      return (field ? formatAnswer(field, value as string | boolean) : String(value ?? '')) ?? ''
    },
    isShown: (path, order) => !path.startsWith('formData.') || fieldAt(order, path)?.archived === false,
  })
  const { form, base } = edit
  const { formData } = form.values
  const setLines = (products: OrderValues['products']) => {
    form.setFieldValue('products', products)
    form.clearFieldError('products')
    form.clearFieldError('total')
    edit.settle('products')
  }
  const ordered = useLines(form.values.products, base?.products ?? [], setLines)
  const products = ordered.lines
  /** The order when editing began, or as another user last saved it, with the products that are selected now. */
  const order = base && { ...base, products }
  const { fields, version = 0 } = base ? formOf(base) : { fields: template?.fields ?? [] }
  const isMoved = base !== undefined && version !== base.template.version
  const takers = shownFields(fields).filter(({ type }) => type === 'attachment')
  // Ignores files of fields the form doesn't have.
  const chosenFiles: ChosenFile[] = ['', ...takers.map(({ id }) => id)].flatMap((fieldId) =>
    (files[fieldId] ?? []).map((file) => ({ fieldId, file })),
  )
  const { shippingAddress } = form.values
  const eventId = booking?.event.id ?? (base ? form.values.eventId : (choices.event?.id ?? null))
  const event = useQuery({ ...eventQuery(String(eventId ?? '')), enabled: eventId !== null }).data
  const rates = useQuery(taxRatesQuery()).data ?? {}
  const place = base ? 'new' : chosenWith(form.values).place
  const state =
    (place === 'new' ? shippingAddress.state : addresses.data?.find(({ id }) => id === place)?.state) || null
  const isTaxed =
    !base || (base.status === 'pending' && (eventId !== base.eventId || state !== base.customerState))
  const { note: taxNote, ...newTax } = taxOf({
    exempt: (base ? base.taxExempt : customer?.taxExempt) ?? '',
    event,
    state,
    rates,
  })
  const taxRate = !isTaxed ? base.taxRate : newTax.taxRate === null ? null : newTax.taxRate / 1000
  const newDiscount = discount ? { code: discount.code, percent: discount.discountValue } : null
  const priced = {
    products,
    template: { fields },
    formData,
    discount: base?.discount ?? newDiscount,
    taxRate,
  }
  const price = products.length > 0 ? priceWith(priced) : undefined
  const chosen = chosenWith(form.values)
  const choose = (change: Partial<Choices>) => {
    setChoices((before) => ({ ...before, ...change }))
    remember(change)
    for (const choice of Object.keys(change)) form.clearFieldError(fieldOf[choice as keyof Choices])
    form.clearFieldError('total')
  }
  /** After a failed save: merges what another user saved first, or refetches prices that have changed. */
  const handleError = async (error: Error) => {
    edit.mergeTheirs(error)
    if (!(error instanceof CallError) || error.code !== 'changed' || error.current) return
    const codes = discount && callAll(api.discounts.list, { query: { isActive: true } }).catch(() => [])
    await ordered.refresh()
    const code = (await codes)?.find(({ id }) => id === discount?.id)
    if (code)
      setChoices((before) => (before.discount?.id === code.id ? { ...before, discount: code } : before))
  }
  useImperativeHandle(
    hasEdits,
    () => () => edit.isDirty() || choices !== start || chosenFiles.length > 0 || removed.size > 0 || isMoved,
  )
  const bodyOf = (values: OrderValues) => {
    const total = price?.total
    if (!base) return { input: { ...orderOf(values, chosen), templateId: template!.id, total } }
    const changes = edit.changes()
    const change = changeOf(changes, values, base.version, isMoved ? version : undefined)
    return { change: { ...change, ...(changes.products && { total }) } }
  }
  return {
    edit,
    form,
    order,
    price,
    taxNote: isTaxed ? taxNote : null,
    save,
    send: edit.onSubmit(() =>
      save.mutate(
        { ...bodyOf(form.getValues()), files: chosenFiles, removed: [...removed] },
        { onSuccess: onSaved, onError: handleError },
      ),
    ),
    chosen,
    /** Undefined for a new customer. */
    customerId: base?.customerId ?? customer?.id,
    choose,
    chooseTemplate: (next: Template | undefined) => {
      const carried = carryOver(formData, fields, next?.fields ?? [])
      form.setValues(
        followDate(next?.fields, offerAnswers(carried, booking?.answers, next?.fields), form.getValues()),
      )
      setFiles(carryOver(files, fields, next?.fields ?? []))
      const fits = !next?.productIds.length || next.productIds.includes(products[0]?.productId ?? 0)
      if (!fits && products.length === 1) setLines([])
      choose({ template: next })
    },
    ordered,
    addresses,
    fields,
    isMoved,
    /** @param answers on the newer form */
    updateTo: (newest: FormVersion, answers: OrderValues['formData']) => {
      const changed = Object.keys(answers).filter((id) => answers[id] !== formData[id])
      setNewer({
        form: newest,
        replaced: Object.fromEntries(changed.map((id) => [id, formData[id] ?? ''])),
      })
      form.setFieldValue('formData', answers)
    },
    keepForm: () => {
      form.setFieldValue('formData', { ...formData, ...newer?.replaced })
      setNewer(undefined)
    },
    answer: (id: string, answer: Answer) => {
      // Two fields may answer at once.
      const now = form.getValues()
      form.setValues(followDate(fields, { ...now.formData, [id]: answer }, now))
      form.clearFieldError(`formData.${id}`)
      edit.settle(`formData.${id}`)
    },
    files,
    setFilesOf: (fieldId: string, chosen: readonly File[]) => {
      setFiles((files) => ({ ...files, [fieldId]: chosen }))
      form.clearFieldError(fieldId ? `formData.${fieldId}` : 'attachments')
    },
    chosenFiles,
    removed,
    toggleRemoved: (id: number) => setRemoved(toggled(removed, id)),
  }
}
export type OrderDraft = ReturnType<typeof useOrderForm>
export interface DraftProps {
  draft: OrderDraft
}

/** The customer with the guest's email, matched as on the server. */
function useCustomerOf(booking: BookingToOrder | undefined) {
  const email = booking?.attendeeEmail ?? ''
  const { data } = useQuery({ ...similarQuery({ email }), enabled: Boolean(email), staleTime: 0 })
  return data?.find((each) => !each.isArchived && each.email.toLowerCase() === email.toLowerCase())
}

/** The selected address, if it still exists; else what was typed, the customer's default address, or a new one. */
function placeOf(chosen: Place | undefined, saved: readonly Address[] = [], isTyped: boolean): Place {
  if (typeof chosen === 'string' || saved.some(({ id }) => id === chosen)) return chosen!
  if (isTyped || saved.length === 0) return 'new'
  return saved.find(({ isDefault }) => isDefault)?.id ?? 'none'
}

/** What a user selected last in this browser. */
export interface LastChoices {
  templateId?: number
  /** Null for none; counts until the end of `eventChosenOn`, yyyy-MM-dd. */
  eventId?: number | null
  eventChosenOn?: string
}

/** What this user selected last in this browser, and `remember`, which keeps a selection. */
function useLastChoices() {
  const [last, setLast] = useStoredChoice<LastChoices>(`trunkshow-new-order-${useUser()?.id}`, {})
  const today = wallClock(new Date(), useCompanyZone()).date
  const remember = (change: Partial<Choices>) => {
    const { template, event } = change
    if (template) setLast({ ...last, templateId: template.id })
    if ('event' in change) setLast({ ...last, eventId: event?.id ?? null, eventChosenOn: today })
  }
  return { last, today, remember }
}

/** Returns the selections that a new order starts with, once what is offered is loaded or cannot be. */
export function useStartChoices(
  booking: BookingToOrder | undefined,
  customer?: Customer | null,
): Choices | undefined {
  const [start, setStart] = useState<Choices>()
  const templates = useQuery(templateChoicesQuery())
  const shows = useQuery({ ...eventChoicesQuery(), enabled: !booking })
  const { last, today } = useLastChoices()
  const isReady = [templates, shows].every(({ isFetching, failureCount }) => !isFetching || failureCount > 0)
  if (!start && isReady)
    setStart({
      ...noChoices,
      ...(customer && { customerKind: 'known' as const, customer }),
      ...startTemplate(templates.data ?? [], last),
      ...startEvent((!booking && shows.data) || [], last, new Date(), today),
    })
  return start
}

/** The only template, or the one that was selected last. */
export function startTemplate(
  templates: readonly Template[],
  { templateId }: LastChoices,
): Pick<Choices, 'template'> {
  const template = templates.length === 1 ? templates[0] : templates.find(({ id }) => id === templateId)
  return template ? { template } : {}
}

/**
 * The event selected last on `today`, the company's date (yyyy-MM-dd); else the only active one that is on today by its
 * venue's clock, with that day.
 */
export function startEvent(
  events: readonly Event[],
  last: LastChoices,
  now: Date,
  today: string,
): Pick<Choices, 'event' | 'date'> {
  const dayOf = ({ zone }: Event) => wallClock(now, zone).date
  const isOnToday = (event: Event) => event.eventDate <= dayOf(event) && dayOf(event) <= lastDay(event)
  const onToday = events.filter((event) => event.isActive && isOnToday(event))
  const event =
    last.eventChosenOn === today
      ? events.find(({ id }) => id === last.eventId)
      : onToday.find(() => onToday.length === 1)
  return event ? { event, ...(isOnToday(event) && { date: dayOf(event) }) } : {}
}
