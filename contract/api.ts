import { z } from 'zod'
import { activitySubjects } from './activity/rules.ts'
import { activityEntry } from './activity/schema.ts'
import { bookingStatuses } from './bookings/rules.ts'
import { booking, bookSlotInput, cancelAnswer, rescheduleInput, visitorBooking } from './bookings/schema.ts'
import {
  acceptInput,
  company,
  companyInput,
  companyUser,
  invitation,
  inviteInput,
  userChangeInput,
} from './company/schema.ts'
import {
  address,
  addressInput,
  customer,
  customerChange,
  customerInput,
  customerMerge,
  historyBooking,
} from './customers/schema.ts'
import {
  assignInput,
  assignmentChange,
  customization,
  customizationInput,
  customizationOption,
  optionInput,
  orderInput,
  productCustomization,
} from './customizations/schema.ts'
import {
  coHost,
  coHostInput,
  coHostInvitation,
  dateField,
  event,
  eventInput,
  eventSummary,
} from './events/schema.ts'
import { eventImages, photoImage } from './images.ts'
import { csvImport, importInput } from './imports/schema.ts'
import type { Right } from './permissions.ts'
import { product, productInput, productSorts } from './products/schema.ts'
import {
  forgotInput,
  loginInput,
  passwordChangeInput,
  profile,
  profileInput,
  registerInput,
  resetInput,
  sessionUser,
  sessionView,
} from './session/schema.ts'
import { slotMessages } from './slots/messages.ts'
import { listedSlot, newSlotInput, slotChangeInput, slotSync, timeSlot } from './slots/schema.ts'

/**
 * Who may call: anyone (`public`), the holder of a signed link (`token`), any signed-in user, or a user whose
 * role holds the right. The field is required, so an endpoint without a decision does not compile.
 */
export type Access = 'public' | 'token' | 'signed-in' | Right

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  access: Access
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Pictures that may come along, by field name; then the body is multipart. */
  images?: Record<string, { megabytes: number; widths: readonly number[] }>
  /** How large a body may be, where one megabyte is too little. */
  bodyMegabytes?: number
  /** Absent where a success has no body: 204. */
  output?: z.ZodType
  /** Status of a success, 200 (204 without output) unless given. */
  status?: 201
}

function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

/** The largest number of a row: a PostgreSQL integer. A larger one names nothing. */
const LARGEST_ID = 2_147_483_647

const id = z.coerce.number().int().positive().max(LARGEST_ID)
const byId = z.strictObject({ id })
/** Which of the company's customers, and in which order. */
const whichCustomers = z.strictObject({
  q: z.string().trim().max(200).optional(),
  archived: z.stringbool().optional(),
  sort: z.enum(['name', 'newest']).optional(),
})

/** Which of its products, and in which order. */
const whichProducts = z.strictObject({
  q: z.string().trim().max(200).optional(),
  isActive: z.stringbool().optional(),
  sort: z.enum(productSorts).optional(),
})

/** A file of comma-separated values, sent as text/csv. */
const csv = z.string()
const byToken = z.strictObject({ token: z.string().max(200) })
const page = z.strictObject({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.string().max(200).optional(),
})

/** Which of an event's bookings: by a part of a name or address, by state, by day. */
const whichBookings = z.strictObject({
  q: z.string().trim().max(200).optional(),
  status: z.enum(bookingStatuses).optional(),
  date: dateField(slotMessages.dateRequired).optional(),
})

/** Every call of the product. The server registers its routes from this tree, the staff client and OpenAPI read it. */
export const api = {
  session: {
    current: endpoint({ method: 'GET', path: '/api/user', access: 'signed-in', output: profile }),
    login: endpoint({
      method: 'POST',
      path: '/api/login',
      access: 'public',
      body: loginInput,
      output: sessionUser,
    }),
    register: endpoint({
      method: 'POST',
      path: '/api/register',
      access: 'public',
      body: registerInput,
      output: sessionUser,
      status: 201,
    }),
    logout: endpoint({ method: 'POST', path: '/api/logout', access: 'public' }),
    saveProfile: endpoint({
      method: 'PUT',
      path: '/api/user/profile',
      access: 'signed-in',
      body: profileInput,
      output: profile,
    }),
    /** Ends every session but the caller's, which starts anew. */
    changePassword: endpoint({
      method: 'POST',
      path: '/api/user/password',
      access: 'signed-in',
      body: passwordChangeInput,
    }),
    sessions: endpoint({
      method: 'GET',
      path: '/api/user/sessions',
      access: 'signed-in',
      output: z.array(sessionView),
    }),
    endOthers: endpoint({ method: 'DELETE', path: '/api/user/sessions', access: 'signed-in' }),
    forgot: endpoint({ method: 'POST', path: '/api/password/forgot', access: 'public', body: forgotInput }),
    reset: endpoint({ method: 'POST', path: '/api/password/reset', access: 'public', body: resetInput }),
  },
  company: {
    /** Null until the company is saved for the first time (design §5). */
    get: endpoint({
      method: 'GET',
      path: '/api/company',
      access: 'company.manage',
      output: company.nullable(),
    }),
    create: endpoint({
      method: 'POST',
      path: '/api/company',
      access: 'company.manage',
      body: companyInput,
      output: company,
      status: 201,
    }),
    update: endpoint({
      method: 'PUT',
      path: '/api/company',
      access: 'company.manage',
      body: companyInput,
      output: company,
    }),
    users: endpoint({
      method: 'GET',
      path: '/api/company/users',
      access: 'company.manage',
      output: z.array(companyUser),
    }),
    invite: endpoint({
      method: 'POST',
      path: '/api/company/users',
      access: 'company.manage',
      body: inviteInput,
      output: companyUser,
      status: 201,
    }),
    resend: endpoint({
      method: 'POST',
      path: '/api/company/users/:id/resend',
      access: 'company.manage',
      params: byId,
      output: companyUser,
    }),
    changeUser: endpoint({
      method: 'PUT',
      path: '/api/company/users/:id',
      access: 'company.manage',
      params: byId,
      body: userChangeInput,
      output: companyUser,
    }),
    removeUser: endpoint({
      method: 'DELETE',
      path: '/api/company/users/:id',
      access: 'company.manage',
      params: byId,
    }),
    invitation: endpoint({
      method: 'GET',
      path: '/api/invitations/:token',
      access: 'token',
      params: byToken,
      output: invitation,
    }),
    /** Makes the account and signs it in. */
    accept: endpoint({
      method: 'POST',
      path: '/api/invitations/:token',
      access: 'token',
      params: byToken,
      body: acceptInput,
      output: sessionUser,
      status: 201,
    }),
  },
  customers: {
    list: endpoint({
      method: 'GET',
      path: '/api/customers',
      access: 'orders.see',
      query: page.extend(whichCustomers.shape),
      output: z.array(customer),
    }),
    /** The same customers, all of them, as a CSV file that an import reads again. */
    export: endpoint({
      method: 'GET',
      path: '/api/customers.csv',
      access: 'orders.see',
      query: whichCustomers,
      output: csv,
    }),
    /** At most five with this e-mail or phone, for the hint while one is typed. */
    similar: endpoint({
      method: 'GET',
      path: '/api/customers/similar',
      access: 'orders.see',
      query: z.strictObject({
        email: z.string().trim().max(320).optional(),
        phone: z.string().trim().max(50).optional(),
        besides: id.optional(),
      }),
      output: z.array(customer),
    }),
    get: endpoint({
      method: 'GET',
      path: '/api/customers/:id',
      access: 'orders.see',
      params: byId,
      output: customer,
    }),
    create: endpoint({
      method: 'POST',
      path: '/api/customers',
      access: 'orders.edit',
      body: customerInput,
      output: customer,
      status: 201,
    }),
    update: endpoint({
      method: 'PUT',
      path: '/api/customers/:id',
      access: 'orders.edit',
      params: byId,
      body: customerChange,
      output: customer,
    }),
    archive: endpoint({
      method: 'PATCH',
      path: '/api/customers/:id/archive',
      access: 'orders.edit',
      params: byId,
      output: customer,
    }),
    restore: endpoint({
      method: 'PATCH',
      path: '/api/customers/:id/restore',
      access: 'orders.edit',
      params: byId,
      output: customer,
    }),
    remove: endpoint({ method: 'DELETE', path: '/api/customers/:id', access: 'orders.delete', params: byId }),
    /** What merging the other one into this one would leave, changing nothing. */
    previewMerge: endpoint({
      method: 'GET',
      path: '/api/customers/:id/merge/:otherId',
      access: 'orders.delete',
      params: z.strictObject({ id, otherId: id }),
      output: customerMerge,
    }),
    merge: endpoint({
      method: 'POST',
      path: '/api/customers/:id/merge/:otherId',
      access: 'orders.delete',
      params: z.strictObject({ id, otherId: id }),
      output: customerMerge,
    }),
    /** The bookings made with an address, for a customer's history. */
    bookings: endpoint({
      method: 'GET',
      path: '/api/bookings',
      access: 'orders.see',
      query: page.extend({ email: z.string().trim().min(1).max(320) }),
      output: z.array(historyBooking),
    }),
  },
  addresses: {
    list: endpoint({
      method: 'GET',
      path: '/api/customers/:id/addresses',
      access: 'orders.see',
      params: byId,
      output: z.array(address),
    }),
    create: endpoint({
      method: 'POST',
      path: '/api/customers/:id/addresses',
      access: 'orders.edit',
      params: byId,
      body: addressInput,
      output: address,
      status: 201,
    }),
    update: endpoint({
      method: 'PUT',
      path: '/api/addresses/:id',
      access: 'orders.edit',
      params: byId,
      body: addressInput,
      output: address,
    }),
    remove: endpoint({ method: 'DELETE', path: '/api/addresses/:id', access: 'orders.edit', params: byId }),
  },
  products: {
    list: endpoint({
      method: 'GET',
      path: '/api/products',
      access: 'orders.see',
      query: page.extend(whichProducts.shape),
      output: z.array(product),
    }),
    export: endpoint({
      method: 'GET',
      path: '/api/products.csv',
      access: 'orders.see',
      query: whichProducts,
      output: csv,
    }),
    get: endpoint({
      method: 'GET',
      path: '/api/products/:id',
      access: 'orders.see',
      params: byId,
      output: product,
    }),
    create: endpoint({
      method: 'POST',
      path: '/api/products',
      access: 'products.edit',
      body: productInput,
      images: photoImage,
      output: product,
      status: 201,
    }),
    update: endpoint({
      method: 'PUT',
      path: '/api/products/:id',
      access: 'products.edit',
      params: byId,
      body: productInput,
      images: photoImage,
      output: product,
    }),
    remove: endpoint({ method: 'DELETE', path: '/api/products/:id', access: 'products.edit', params: byId }),
    customizations: endpoint({
      method: 'GET',
      path: '/api/products/:id/customizations',
      access: 'orders.see',
      params: byId,
      output: z.array(productCustomization),
    }),
    assign: endpoint({
      method: 'POST',
      path: '/api/products/:id/customizations',
      access: 'products.edit',
      params: byId,
      body: assignInput,
      output: z.array(productCustomization),
      status: 201,
    }),
    /** The product's customizations, each of them once, in their new order. */
    order: endpoint({
      method: 'PUT',
      path: '/api/products/:id/customizations',
      access: 'products.edit',
      params: byId,
      body: orderInput,
      output: z.array(productCustomization),
    }),
    setRequired: endpoint({
      method: 'PATCH',
      path: '/api/products/:id/customizations/:customizationId',
      access: 'products.edit',
      params: z.strictObject({ id, customizationId: id }),
      body: assignmentChange,
      output: z.array(productCustomization),
    }),
    unassign: endpoint({
      method: 'DELETE',
      path: '/api/products/:id/customizations/:customizationId',
      access: 'products.edit',
      params: z.strictObject({ id, customizationId: id }),
    }),
  },
  customizations: {
    list: endpoint({
      method: 'GET',
      path: '/api/customizations',
      access: 'orders.see',
      query: page.extend({ q: z.string().trim().max(200).optional() }),
      output: z.array(customization),
    }),
    create: endpoint({
      method: 'POST',
      path: '/api/customizations',
      access: 'products.edit',
      body: customizationInput,
      output: customization,
      status: 201,
    }),
    update: endpoint({
      method: 'PUT',
      path: '/api/customizations/:id',
      access: 'products.edit',
      params: byId,
      body: customizationInput,
      output: customization,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: '/api/customizations/:id',
      access: 'products.edit',
      params: byId,
    }),
  },
  options: {
    list: endpoint({
      method: 'GET',
      path: '/api/customizations/:id/options',
      access: 'orders.see',
      params: byId,
      output: z.array(customizationOption),
    }),
    create: endpoint({
      method: 'POST',
      path: '/api/customizations/:id/options',
      access: 'products.edit',
      params: byId,
      body: optionInput,
      images: photoImage,
      output: customizationOption,
      status: 201,
    }),
    update: endpoint({
      method: 'PUT',
      path: '/api/customization-options/:id',
      access: 'products.edit',
      params: byId,
      body: optionInput,
      images: photoImage,
      output: customizationOption,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: '/api/customization-options/:id',
      access: 'products.edit',
      params: byId,
    }),
  },
  imports: {
    /** The dry run of a CSV file: nothing is imported yet. */
    check: endpoint({
      method: 'POST',
      path: '/api/imports',
      access: 'orders.edit',
      body: importInput,
      bodyMegabytes: 25,
      output: csvImport,
      status: 201,
    }),
    get: endpoint({
      method: 'GET',
      path: '/api/imports/:id',
      access: 'orders.edit',
      params: byId,
      output: csvImport,
    }),
    start: endpoint({
      method: 'POST',
      path: '/api/imports/:id/start',
      access: 'orders.edit',
      params: byId,
      output: csvImport,
    }),
  },
  activity: {
    list: endpoint({
      method: 'GET',
      path: '/api/activity',
      access: 'company.manage',
      query: page.extend({
        userId: id.optional(),
        subject: z.enum(activitySubjects).optional(),
        subjectId: id.optional(),
      }),
      output: z.array(activityEntry),
    }),
  },
  events: {
    /**
     * Staff get their company's events, visitors the public, active ones that are not over (design §7.2); soonest
     * first, and with `when=past` those that are over, the latest first.
     */
    list: endpoint({
      method: 'GET',
      path: '/api/events',
      access: 'public',
      query: page.extend({
        isActive: z.stringbool().optional(),
        when: z.enum(['upcoming', 'past']).optional(),
      }),
      output: z.array(event),
    }),
    create: endpoint({
      method: 'POST',
      path: '/api/events',
      access: 'events.edit',
      body: eventInput,
      images: eventImages,
      output: event,
      status: 201,
    }),
    get: endpoint({
      method: 'GET',
      path: '/api/events/:idOrSlug',
      access: 'public',
      params: z.strictObject({ idOrSlug: z.string().max(100) }),
      output: event,
    }),
    update: endpoint({
      method: 'PUT',
      path: '/api/events/:id',
      access: 'events.edit',
      params: byId,
      body: eventInput,
      images: eventImages,
      output: event,
    }),
    /** Only an event that was never booked; others are made inactive (design §6). */
    remove: endpoint({ method: 'DELETE', path: '/api/events/:id', access: 'events.delete', params: byId }),
    /** The counters of the bookings page, and a word that changes with anything they or its lists show. */
    summary: endpoint({
      method: 'GET',
      path: '/api/events/:id/summary',
      access: 'bookings.see',
      params: byId,
      output: eventSummary,
    }),
  },
  coHosts: {
    list: endpoint({
      method: 'GET',
      path: '/api/events/:id/co-hosts',
      access: 'events.edit',
      params: byId,
      output: z.array(coHost),
    }),
    invite: endpoint({
      method: 'POST',
      path: '/api/events/:id/co-hosts',
      access: 'events.edit',
      params: byId,
      body: coHostInput,
      output: coHost,
      status: 201,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: '/api/events/:id/co-hosts/:coHostId',
      access: 'events.edit',
      params: z.strictObject({ id, coHostId: id }),
    }),
    invitation: endpoint({
      method: 'GET',
      path: '/api/co-host-invitations/:token',
      access: 'token',
      params: byToken,
      output: coHostInvitation,
    }),
    /** For whoever is signed in with the invited address. */
    accept: endpoint({
      method: 'POST',
      path: '/api/co-host-invitations/:token',
      access: 'signed-in',
      params: byToken,
      output: coHostInvitation,
    }),
  },
  slots: {
    /** Staff get every slot of the event, visitors (and whoever asks `bookable=true`) those its page offers. */
    list: endpoint({
      method: 'GET',
      path: '/api/events/:id/timeslots',
      access: 'public',
      params: byId,
      query: z.strictObject({
        date: dateField(slotMessages.dateRequired).optional(),
        bookable: z.stringbool().optional(),
      }),
      output: z.array(listedSlot),
    }),
    create: endpoint({
      method: 'POST',
      path: '/api/events/:id/timeslots',
      access: 'bookings.manage',
      params: byId,
      body: newSlotInput,
      output: timeSlot,
      status: 201,
    }),
    /** What `sync` would do now, changing nothing. */
    previewSync: endpoint({
      method: 'GET',
      path: '/api/events/:id/timeslots/sync',
      access: 'events.edit',
      params: byId,
      output: slotSync,
    }),
    /** "Update time slots": adds what the event's days and hours lack, deletes never-booked slots outside them. */
    sync: endpoint({
      method: 'POST',
      path: '/api/events/:id/timeslots/sync',
      access: 'events.edit',
      params: byId,
      output: slotSync,
    }),
    update: endpoint({
      method: 'PATCH',
      path: '/api/timeslots/:id',
      access: 'bookings.manage',
      params: byId,
      body: slotChangeInput,
      output: timeSlot,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: '/api/timeslots/:id',
      access: 'bookings.manage',
      params: byId,
    }),
  },
  bookings: {
    list: endpoint({
      method: 'GET',
      path: '/api/events/:id/bookings',
      access: 'bookings.see',
      params: byId,
      query: page.extend(whichBookings.shape),
      output: z.array(booking),
    }),
    /** The same bookings, all of them, as a CSV file that a spreadsheet reads and never runs. */
    export: endpoint({
      method: 'GET',
      path: '/api/events/:id/bookings.csv',
      access: 'bookings.see',
      params: byId,
      query: whichBookings,
      output: csv,
    }),
    cancel: endpoint({
      method: 'PATCH',
      path: '/api/bookings/:id/cancel',
      access: 'bookings.manage',
      params: byId,
      output: booking,
    }),
    reschedule: endpoint({
      method: 'PATCH',
      path: '/api/bookings/:id/reschedule',
      access: 'bookings.manage',
      params: byId,
      body: rescheduleInput,
      output: booking,
    }),
    /** A visitor's booking. `Idempotency-Key` makes a repeat answer the first result (design §5). */
    book: endpoint({
      method: 'POST',
      path: '/api/timeslots/:id/book',
      access: 'public',
      params: byId,
      body: bookSlotInput,
      output: visitorBooking,
      status: 201,
    }),
    manage: endpoint({
      method: 'GET',
      path: '/api/bookings/manage/:token',
      access: 'token',
      params: byToken,
      output: visitorBooking,
    }),
    rescheduleByVisitor: endpoint({
      method: 'POST',
      path: '/api/bookings/manage/:token/reschedule',
      access: 'token',
      params: byToken,
      body: rescheduleInput,
      output: visitorBooking,
    }),
    /** Cancels, but only for a deliberate call: see `isDeliberate` (design §7.5). */
    cancelByVisitor: endpoint({
      method: 'GET',
      path: '/api/bookings/:token/cancel',
      access: 'token',
      params: byToken,
      output: cancelAnswer,
    }),
  },
} as const

/** Every endpoint with its name, such as `bookings.cancel`. */
export function listEndpoints(): { name: string; endpoint: Endpoint }[] {
  return Object.entries(api).flatMap(([feature, calls]) =>
    Object.entries(calls).map(([name, endpoint]) => ({ name: `${feature}.${name}`, endpoint })),
  )
}
