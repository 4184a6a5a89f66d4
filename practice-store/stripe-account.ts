import { randomBytes } from 'node:crypto'

/** An object as Stripe's API returns it. */
export type StripeObject = Record<string, unknown> & { id: string; object: string }

/** The whole state of a new practice account of Stripe, as plain JSON, so that it can be stored anywhere. */
const emptyAccount = (key: string) => ({
  key,
  apiKey: `rk_test_${key}_${randomBytes(16).toString('hex')}`,
  webhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
  objects: {} as Record<string, StripeObject>,
  /** What each idempotency key was answered, and for which request. */
  answers: {} as Record<string, { request: string; answer: StripeAnswer }>,
  /** Newest last. Sending them is up to the caller. */
  events: [] as StripeObject[],
  /** Permissions that the key lacks, such as `checkout_session_write`. */
  lacks: [] as string[],
  /** How many objects, answers and events are kept. */
  most: 2000,
  /** Milliseconds its clock is ahead of this process; tests change it. */
  clock: 0,
  /** The address of the page where a guest pays, before the session's id. */
  payUrl: '',
})
export type StripeAccount = ReturnType<typeof emptyAccount>

/** A new, empty account. `key` has letters and digits: it is part of the API key and of every id. */
export const makeAccount = (key: string, changes: Partial<StripeAccount> = {}): StripeAccount => ({
  ...emptyAccount(key),
  ...changes,
})

/** The account that an API key or an id claims to be of, unverified. */
export const accountOf = (id: string) => /^[a-z]+_(?:test_)?([a-z0-9]+)_/.exec(id)?.[1] ?? ''

export interface StripeAnswer {
  status: number
  body: object
}

/** A call of Stripe's API; the form's names are as they are sent, such as `metadata[order]`. */
export interface StripeRequest {
  method: string
  /** Such as `/v1/refunds`. */
  path: string
  form: URLSearchParams
  apiKey: string
  idempotencyKey?: string
}

class StripeRefusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Answers a call as Stripe does: key, permissions, idempotency, then the work. Events are added to the account. */
export function answerStripe(account: StripeAccount, request: StripeRequest): StripeAnswer {
  const { apiKey, idempotencyKey, method, path, form } = request
  try {
    if (apiKey !== account.apiKey) throw new StripeRefusal(401, 'api_key_invalid', 'Invalid API Key provided')
    const [resource, run] = routeOf(method, path)
    if (account.lacks.includes(resource))
      throw new StripeRefusal(
        403,
        'permission',
        `The provided key does not have the 'rak_${resource}' permission.`,
      )
    const content = `${path} ${form}`
    const earlier = idempotencyKey === undefined ? undefined : account.answers[idempotencyKey]
    if (earlier && earlier.request !== content)
      throw new StripeRefusal(
        400,
        'idempotency_key_in_use',
        'Keys can only be used with the same parameters.',
      )
    if (earlier) return earlier.answer
    const answer = { status: 200, body: structuredClone(run(account, form)) }
    if (idempotencyKey !== undefined) account.answers[idempotencyKey] = { request: content, answer }
    forgetOldest(account.objects, account.most)
    forgetOldest(account.answers, account.most)
    return answer
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    const { status, code, message } = error
    const type =
      status === 401 || status === 403 || code !== 'idempotency_key_in_use'
        ? 'invalid_request_error'
        : 'idempotency_error'
    return { status, body: { error: { type, code, message } } }
  }
}

function forgetOldest(kept: Record<string, unknown>, most: number) {
  const names = Object.keys(kept)
  for (const name of names.slice(0, Math.max(0, names.length - most))) delete kept[name]
}

type Run = (account: StripeAccount, form: URLSearchParams) => object

/** Returns the permission that a call needs, and what it does. */
function routeOf(method: string, path: string): [permission: string, run: Run] {
  const [, resource, id, verb] =
    /^\/v1\/(checkout\/sessions|refunds|events)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? []
  const calls: Record<string, [permission: string, run: Run]> = {
    'POST checkout/sessions': ['checkout_session_write', createSession],
    'GET checkout/sessions :id': ['checkout_session_read', (account) => readSession(account, id!)],
    'POST checkout/sessions :id expire': ['checkout_session_write', (account) => expireSession(account, id!)],
    'POST refunds': ['charge_write', createRefund],
    'GET refunds': ['charge_read', listRefunds],
    'GET events': ['event_read', listEvents],
  }
  const call = calls[[method, resource, id && ':id', verb].filter(Boolean).join(' ')]
  if (call) return call
  throw new StripeRefusal(404, 'url_invalid', `Unrecognized request URL (${method}: ${path}).`)
}

const list = (url: string, data: object[], hasMore = false) => ({
  object: 'list',
  data,
  has_more: hasMore,
  url,
})

function listRefunds({ objects }: StripeAccount, form: URLSearchParams) {
  const intent = form.get('payment_intent')
  const found = Object.values(objects).filter(
    (each) => each.object === 'refund' && each.payment_intent === intent,
  )
  return list('/v1/refunds', found.reverse())
}

/** Newest first, from a time on, after a known one. */
function listEvents({ events }: StripeAccount, form: URLSearchParams) {
  const types = [...form].flatMap(([name, value]) => (name.startsWith('types[') ? value : []))
  const since = Number(form.get('created[gte]') ?? 0)
  const found = events
    .filter(
      ({ type, created }) => (types.length === 0 || types.includes(String(type))) && Number(created) >= since,
    )
    .reverse()
  const start = found.findIndex(({ id }) => id === form.get('starting_after')) + 1
  const end = start + Number(form.get('limit') ?? 10)
  return list('/v1/events', found.slice(start, end), end < found.length)
}

const now = ({ clock }: StripeAccount) => Math.floor((Date.now() + clock) / 1000)

function find(account: StripeAccount, id: string): StripeObject {
  const found = account.objects[id]
  if (!found) throw new StripeRefusal(404, 'resource_missing', `No such object: '${id}'`)
  return found
}

/** Adds an object with the fields of Stripe's sample; those not modeled are null. */
function add(
  account: StripeAccount,
  prefix: string,
  kind: string,
  unmodeled: string,
  fields: object,
): StripeObject {
  const id = `${prefix}_${account.key}_${randomBytes(9).toString('hex')}`
  const nulls = Object.fromEntries(unmodeled.split(/\s+/).map((name) => [name, null]))
  const common = { id, object: kind, created: now(account), livemode: false, metadata: {} }
  const created = { ...nulls, ...common, ...fields }
  if (kind !== 'event') account.objects[id] = created
  return created
}

function emit(account: StripeAccount, type: string, object: StripeObject) {
  const fields = {
    type,
    data: { object: structuredClone(object) },
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
  }
  const { metadata: _, ...event } = add(account, 'evt', 'event', 'api_version', fields)
  account.events.push(event as StripeObject)
  if (account.events.length > account.most) account.events.shift()
}

function metadataOf(form: URLSearchParams): Record<string, string> {
  const found = [...form].map(([key, value]) => [/^metadata\[(.*)\]$/.exec(key)?.[1], value])
  return Object.fromEntries(found.filter(([name]) => name !== undefined))
}

const HALF_HOUR_SECONDS = 1800
const DAY_SECONDS = 86_400

function createSession(account: StripeAccount, form: URLSearchParams): StripeObject {
  const price = 'line_items[0][price_data]'
  const cents = Number(form.get(`${price}[unit_amount]`)) * Number(form.get('line_items[0][quantity]') ?? 1)
  const expires = Number(form.get('expires_at') ?? now(account) + DAY_SECONDS)
  const refuse = (problem: string) => new StripeRefusal(400, 'parameter_invalid', problem)
  if (form.get('mode') !== 'payment' || !form.get('success_url')) throw refuse('Missing mode or success_url.')
  if (!form.get(`${price}[product_data][name]`)) throw refuse('Missing product_data[name].')
  if (!(cents >= 50)) throw refuse('The total amount due must add up to at least $0.50 usd')
  const seconds = expires - now(account)
  // The clocks of two machines differ by some seconds.
  if (seconds < HALF_HOUR_SECONDS - 60 || seconds > DAY_SECONDS + 60)
    throw refuse('The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from now.')
  const session = add(account, 'cs_test', 'checkout.session', sessionFields, {
    ...{
      amount_subtotal: cents,
      amount_total: cents,
      currency: form.get(`${price}[currency]`),
      mode: 'payment',
    },
    ...{ client_reference_id: form.get('client_reference_id'), customer_email: null },
    ...{ success_url: form.get('success_url'), cancel_url: form.get('cancel_url'), expires_at: expires },
    ...{ status: 'open', payment_status: 'unpaid', payment_method_types: ['card'], payment_intent: null },
    ...{ custom_fields: [], shipping_options: [], metadata: metadataOf(form) },
  })
  session.url = `${account.payUrl}${session.id}`
  return session
}

function endIfDue(account: StripeAccount, session: StripeObject) {
  if (session.status !== 'open' || Number(session.expires_at) > now(account)) return
  Object.assign(session, { status: 'expired', url: null })
  emit(account, 'checkout.session.expired', session)
}

function readSession(account: StripeAccount, id: string): StripeObject {
  const session = find(account, id)
  endIfDue(account, session)
  return session
}

function expireSession(account: StripeAccount, id: string): StripeObject {
  const session = readSession(account, id)
  if (session.status !== 'open')
    throw new StripeRefusal(
      400,
      'parameter_invalid',
      'Only Checkout Sessions with a status in ["open"] can be expired.',
    )
  Object.assign(session, { status: 'expired', url: null })
  emit(account, 'checkout.session.expired', session)
  return session
}

/**
 * Pays a session, as a guest does on Stripe's page. @param way a bank payment is only on its way until `settle`
 * @returns the session, or null if it can't be paid
 */
export function pay(
  account: StripeAccount,
  sessionId: string,
  way: 'card' | 'bank' = 'card',
): StripeObject | null {
  const session = readPracticeSession(account, sessionId)
  if (session?.status !== 'open') return null
  const { amount_total: amount, currency, metadata } = session
  const intent = add(account, 'pi', 'payment_intent', intentFields, {
    ...{ amount, currency, metadata, amount_capturable: 0, amount_received: 0, status: 'processing' },
    ...{
      capture_method: 'automatic',
      confirmation_method: 'automatic',
      payment_method_types: [way === 'card' ? 'card' : 'us_bank_account'],
    },
  })
  Object.assign(session, { status: 'complete', url: null, payment_intent: intent.id })
  if (way === 'card') succeed(account, session, intent)
  emit(account, 'checkout.session.completed', session)
  return session
}

/** The session, as the practice page shows it; null if there is none. */
export function readPracticeSession(account: StripeAccount, id: string): StripeObject | null {
  return account.objects[id]?.object === 'checkout.session' ? readSession(account, id) : null
}

function succeed(account: StripeAccount, session: StripeObject, intent: StripeObject) {
  const { amount, currency, metadata } = intent
  const charge = add(account, 'ch', 'charge', chargeFields, {
    ...{
      amount,
      currency,
      metadata,
      amount_captured: amount,
      amount_refunded: 0,
      captured: true,
      paid: true,
    },
    ...{ refunded: false, disputed: false, status: 'succeeded', payment_intent: intent.id },
  })
  Object.assign(intent, { status: 'succeeded', amount_received: amount, latest_charge: charge.id })
  session.payment_status = 'paid'
}

/** Ends a bank payment that is on its way. */
export function settle(account: StripeAccount, sessionId: string, succeeds: boolean) {
  const session = find(account, sessionId)
  const intent = find(account, String(session.payment_intent))
  if (succeeds) succeed(account, session, intent)
  else intent.status = 'requires_payment_method'
  emit(account, `checkout.session.async_payment_${succeeds ? 'succeeded' : 'failed'}`, session)
}

function createRefund(account: StripeAccount, form: URLSearchParams): StripeObject {
  const intent = find(account, String(form.get('payment_intent')))
  const charge = find(account, String(intent.latest_charge))
  const left = Number(charge.amount) - Number(charge.amount_refunded)
  const amount = Number(form.get('amount') ?? left)
  if (amount > left || left === 0)
    throw new StripeRefusal(
      400,
      'charge_already_refunded',
      `Refund amount ($${amount / 100}) is greater than unrefunded amount on charge ($${left / 100})`,
    )
  const refund = add(account, 're', 'refund', refundFields, {
    ...{
      amount,
      currency: charge.currency,
      charge: charge.id,
      payment_intent: intent.id,
      status: 'succeeded',
    },
    metadata: metadataOf(form),
  })
  const { livemode: _, ...kept } = refund
  account.objects[refund.id] = kept as StripeObject
  const refunded = Number(charge.amount_refunded) + amount
  Object.assign(charge, { amount_refunded: refunded, refunded: refunded === charge.amount })
  emit(account, 'refund.created', kept as StripeObject)
  emit(account, 'charge.refunded', charge)
  return kept as StripeObject
}

/** The customer's bank disputes a payment; `status` ends it. */
export function dispute(
  account: StripeAccount,
  paymentId: string,
  status: 'needs_response' | 'won' | 'lost' = 'needs_response',
) {
  const intent = find(account, paymentId)
  const known = Object.values(account.objects).find(
    (each) => each.object === 'dispute' && each.payment_intent === paymentId,
  )
  const disputed =
    known ??
    add(account, 'dp', 'dispute', disputeFields, {
      ...{
        amount: intent.amount,
        currency: intent.currency,
        charge: intent.latest_charge,
        payment_intent: paymentId,
      },
      ...{ reason: 'product_not_received', balance_transactions: [], enhanced_eligibility_types: [] },
      ...{ evidence_details: { due_by: now(account) + 7 * DAY_SECONDS }, is_charge_refundable: false },
    })
  disputed.status = status
  emit(account, status === 'needs_response' ? 'charge.dispute.created' : 'charge.dispute.closed', disputed)
}

/* Fields of Stripe's published samples (openapi/fixtures3.json of github.com/stripe/openapi) that are not modeled. */
const sessionFields = `after_expiration allow_promotion_codes automatic_tax billing_address_collection client_secret consent
  consent_collection custom_text customer customer_creation customer_details invoice invoice_creation locale payment_link
  payment_method_collection payment_method_configuration_details payment_method_options phone_number_collection
  recovered_from saved_payment_method_options setup_intent shipping_address_collection shipping_cost submit_type
  subscription total_details ui_mode adaptive_pricing discounts collected_information permissions wallet_options
  origin_context currency_conversion customer_account integration_identifier managed_payments`
const intentFields = `amount_details application application_fee_amount automatic_payment_methods canceled_at
  cancellation_reason client_secret customer description last_payment_error latest_charge next_action on_behalf_of
  payment_method payment_method_configuration_details payment_method_options processing receipt_email review
  setup_future_usage shipping statement_descriptor statement_descriptor_suffix transfer_data transfer_group source
  excluded_payment_method_types customer_account managed_payments`
const chargeFields = `application application_fee application_fee_amount balance_transaction billing_details
  calculated_statement_descriptor customer description failure_balance_transaction failure_code failure_message
  fraud_details on_behalf_of outcome payment_method payment_method_details receipt_email receipt_number receipt_url refunds
  review shipping source_transfer statement_descriptor statement_descriptor_suffix transfer_data transfer_group source`
const refundFields = `balance_transaction destination_details reason receipt_number source_transfer_reversal
  transfer_reversal customer customer_account payment_method`
const disputeFields = 'evidence payment_method_details'
