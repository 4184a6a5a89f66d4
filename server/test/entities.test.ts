import { expect, test } from 'vitest'
import { startTestApp } from './app.ts'
import {
  book,
  bookingNumber,
  dayAhead,
  home,
  makeCode,
  makeCompany,
  makeCustomer,
  makeEvent,
  makeForm,
  type TestUser,
  takeOrder,
} from './factories.ts'
import { noise } from './pictures.ts'
import { formWith } from './uploads.ts'

const app = startTestApp()

/** Returns the sorted field names of a response, or of its first item if it is a list. */
const namesOf = (body: object | object[]) => Object.keys([body].flat()[0]!).sort()
const sorted = (names: string) => names.split(/\s+/).filter(Boolean).sort()

async function read(user: TestUser, url: string) {
  const { status, body } = await user.call('GET', url)
  expect(status, url).toBe(200)
  return body
}

test('a company and its users', async () => {
  const owner = await makeCompany(app)
  await owner.call('POST', '/api/company', { companyName: 'Maison Vale' })
  expect(namesOf(await read(owner, '/api/company'))).toEqual(
    sorted(`id userId companyName companyAddress companyEmail companyPhone selectedStates taxRates shopifyStoreUrl
      shopifyIntegrationEnabled urlSlug logoUrl accentColor showAddress embedOrigins deposit balanceDue createdAt updatedAt`),
  )
  expect(namesOf(await read(owner, '/api/company/letterhead'))).toEqual(
    sorted('companyName companyAddress companyPhone logoUrl'),
  )
  const user = `id username email name phone companyId role isActive invitedEmail invitedAt acceptedAt invitedBy isOwner
    createdAt updatedAt`
  expect(namesOf(await read(owner, '/api/company/users'))).toEqual(sorted(`${user} state`))
  expect(namesOf(await read(owner, '/api/user'))).toEqual(sorted(`${user} zone company`))
})

test("an event, its co-hosts and time slots, for its staff; guests don't see the owner", async () => {
  const owner = await makeCompany(app)
  const { id } = await makeEvent(owner)
  const event = `id name hostName description eventDate endDate isMultiDay startTime endTime timeZone city zone slotDuration
    maxBookingsPerSlot maxPartySize spotPerGuest location showLocation contactEmail logoUrl bannerUrl urlSlug isPublic
    isActive hasWaitlist offerMinutes phoneQuestion questions questionsVersion dayHours noticeMinutes daysAhead bookUntil`
  const own = `${event} userId limitPerNetwork guestEmails tourId isHidden bufferBefore bufferAfter breaks taxRate taxState`
  expect(namesOf(await read(owner, '/api/events'))).toEqual(sorted(own))
  expect(namesOf(await read(owner, `/api/events/${id}`))).toEqual(
    sorted(`${own} cannotDelete contactConfirmed`),
  )
  expect(namesOf((await app.call('GET', `/api/events/${id}`)).body)).toEqual(sorted(event))
  const slot = 'id eventId slotDate startTime endTime totalSlots totalSpots availableSpots isAvailable'
  expect(namesOf(await read(owner, `/api/events/${id}/timeslots`))).toEqual(sorted(`${slot} everBooked`))
  expect(namesOf((await app.call('GET', `/api/events/${id}/timeslots`)).body)).toEqual(sorted(slot))
  await owner.call('POST', `/api/events/${id}/co-hosts`, { email: 'cleo@host.test' })
  expect(namesOf(await read(owner, `/api/events/${id}/co-hosts`))).toEqual(
    sorted('id eventId userId invitedEmail name isActive createdAt'),
  )
})

test('a customer, their addresses and the bookings of their history', async () => {
  const owner = await makeCompany(app)
  const { slots } = await makeEvent(owner)
  await book(app, slots[0]!.id)
  const { id } = await makeCustomer(owner, { email: 'grace@okafor.test' })
  const customer = `id userId firstName lastName email alsoEmails phone notes tags taxExempt isArchived hasOrders version
    assignee createdAt updatedAt`
  for (const url of ['/api/customers', `/api/customers/${id}`])
    expect(namesOf(await read(owner, url))).toEqual(sorted(customer))
  await owner.call('POST', `/api/customers/${id}/addresses`, home)
  expect(namesOf(await read(owner, `/api/customers/${id}/addresses`))).toEqual(
    sorted('id customerId street street2 city state zip isDefault createdAt updatedAt'),
  )
  const [booking] = await read(owner, '/api/bookings?email=grace@okafor.test')
  expect(namesOf(booking)).toEqual(
    sorted('id timeSlotId attendeeName attendeeEmail status attendance notes createdAt timeSlot'),
  )
  expect(namesOf(booking.timeSlot)).toEqual(sorted('slotDate startTime zone startsAt event'))
  expect(namesOf(booking.timeSlot.event)).toEqual(sorted('id name eventDate location'))
})

test('an email, in lists and in full', async () => {
  const owner = await makeCompany(app)
  const { slots } = await makeEvent(owner)
  await book(app, slots[0]!.id)
  const email = `id userId bookingId waitlistEntryId attendeeName eventId eventName toEmail subject emailType status createdAt sentAt
    waitsFor nextAttemptAt failure retriedUntil needsAttention`
  const [listed] = await read(owner, '/api/emails')
  expect(namesOf(listed)).toEqual(sorted(email))
  expect(namesOf(await read(owner, `/api/emails/${listed.id}`))).toEqual(
    sorted(`${email} isOwn customerId fromEmail body text hasCalendar errorMessage resendTo cannotResend`),
  )
})

test('a product, its customizations and their options', async () => {
  const owner = await makeCompany(app)
  const { productId } = await makeForm(owner)
  const product = `id userId name description sku category photoUrl basePrice shopifyProductId shopifyVariantId
    shopifyHandle vendor productType tags status inventoryQuantity weight weightUnit requiresShipping taxable isActive
    version createdAt updatedAt`
  for (const url of ['/api/products', `/api/products/${productId}`])
    expect(namesOf(await read(owner, url))).toEqual(sorted(product))
  const { body: buttons } = await owner.call('POST', '/api/customizations', { name: 'Buttons' })
  const customization = 'id userId name description options version createdAt updatedAt'
  expect(namesOf(await read(owner, '/api/customizations'))).toEqual(sorted(customization))
  await owner.call('POST', `/api/customizations/${buttons.id}/options`, { name: 'Horn' })
  expect(namesOf(await read(owner, `/api/customizations/${buttons.id}/options`))).toEqual(
    sorted('id customizationId name price photo photoUrl version'),
  )
  const url = `/api/products/${productId}/customizations`
  await owner.call('POST', url, { customizationId: buttons.id })
  const [assigned] = await read(owner, url)
  expect(namesOf(assigned)).toEqual(
    sorted('id productId customizationId isRequired displayOrder customization'),
  )
  expect(namesOf(assigned.customization)).toEqual(sorted(customization))
})

test('a template, its fields and a discount code', async () => {
  const owner = await makeCompany(app)
  const { templateId } = await makeForm(owner)
  const template = `id userId templateName itemType fields productIds archived inUse version createdAt updatedAt`
  const [listed] = await read(owner, '/api/order-templates')
  expect(namesOf(listed)).toEqual(sorted(template))
  expect(namesOf(listed.fields)).toEqual(sorted('id label type options required placeholder archived'))
  expect(namesOf(await read(owner, `/api/order-templates/${templateId}`))).toEqual(
    sorted(`${template} fieldsInUse`),
  )
  await makeCode(owner, 'SPRING10')
  expect(namesOf(await read(owner, '/api/discount-codes'))).toEqual(
    sorted(`id userId code description discountType discountValue isActive usageLimit usedCount expiresAt
      shopifyPriceRuleId shopifySyncedAt version createdAt updatedAt`),
  )
})

test('an order, in lists and in full', async () => {
  const owner = await makeCompany(app)
  const { id: eventId, slots } = await makeEvent(owner)
  const bookingId = await bookingNumber(app, (await book(app, slots[0]!.id)).body.id)
  const { id: discountCodeId } = await makeCode(owner, 'SPRING10')
  const form = await makeForm(owner)
  const { id } = await takeOrder(owner, { bookingId, discountCodeId, shippingAddress: home }, form)
  const summary = `id orderNumber userId createdAt updatedAt status customerId customerName customerEmail items total due moneyState overdue templateId
    itemType agreement assignee productId eventId event bookingId addressId discountCodeId discountCode shopifyOrderId
    stageId stageSince neededBy promisedOn risk`
  const [listed] = await read(owner, '/api/orders?fields=summary')
  expect(namesOf(listed)).toEqual(sorted(summary))
  expect(listed).toMatchObject({
    userId: owner.id,
    templateId: form.templateId,
    productId: form.productId,
    eventId,
    bookingId,
    discountCodeId,
    itemType: '',
    discountCode: { id: discountCodeId, code: 'SPRING10', discountType: 'percentage', discountValue: 10 },
  })
  const order = await read(owner, `/api/orders/${id}`)
  expect(namesOf(order)).toEqual(
    sorted(`${summary} customerPhone customerAddress customerAddress2 customerCity customerState customerZip customer
      booking timeSlot template formData products discount price attachments money notes version importedAs taxRate taxState
      taxExempt`),
  )
  expect(order).toMatchObject(listed)
  expect(namesOf(order.money)).toEqual(
    sorted('received refunded held due excess deposit ask kept state overdue terms entries'),
  )
  const { body: paid } = await owner.call('POST', `/api/orders/${id}/entries`, {
    kind: 'payment',
    amount: '1',
  })
  expect(namesOf(paid.money.entries[0])).toEqual(
    sorted('id kind amount net method receivedOn reference userName corrects provider createdAt'),
  )
  expect(await read(owner, '/api/orders')).toEqual([paid])
  expect(namesOf(order.customer)).toEqual(sorted('firstName lastName email phone'))
  expect(namesOf(order.booking)).toEqual(sorted('attendeeName attendeeEmail timeSlot'))
  expect(namesOf(order.booking.timeSlot)).toEqual(sorted('slotDate startTime zone startsAt event'))
  expect(order.booking.timeSlot.event).toEqual({
    id: eventId,
    name: 'Spring Bridal Trunk Show',
    eventDate: dayAhead(),
    location: '12 Mercer Street, New York',
  })
  expect(order.event).toEqual({ id: eventId, name: 'Spring Bridal Trunk Show' })
  expect(namesOf(order.template)).toEqual(sorted('id version newestVersion templateName itemType fields'))
  expect(namesOf(order.products)).toEqual(
    sorted(`id orderId productId name sku basePrice quantity taxable options templateId templateVersion fields formData
      createdAt`),
  )
})

test('a file of an order', async () => {
  const owner = await makeCompany(app)
  const { id: orderId } = await takeOrder(owner)
  const sketch = await noise(8, 8).png().toBuffer()
  await owner.call('POST', '/api/attachments', formWith([['file', sketch]], { orderId }))
  expect(namesOf(await read(owner, `/api/orders/${orderId}/attachments`))).toEqual(
    sorted(
      'id orderId fieldId filename filePath fileType fileSize displayName uploadedAt isTemp tempFileName',
    ),
  )
})

test('no response contains a secret of a user or a store', async () => {
  const owner = await makeCompany(app)
  await owner.call('POST', '/api/company', { companyName: 'Maison Vale' })
  await app.rows(`UPDATE users SET reset_sequence = 7 WHERE id = $1`, [owner.id])
  await app.rows(
    `INSERT INTO shopify_stores (company_id, kind, address, token, enabled)
     VALUES ($1, 'token', 'maison-vale.myshopify.com', 'shpat_secret', true)`,
    [owner.companyId],
  )
  for (const url of ['/api/company', '/api/company/users', '/api/user', '/api/shopify/store'])
    expect(JSON.stringify(await read(owner, url))).not.toMatch(
      /password|invite_?token|accessToken|shpat_|argon2/i,
    )
})
