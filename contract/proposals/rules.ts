import { formatDate } from '../dates.ts'
import { centsToDecimal, formatMoney as money } from '../money.ts'
import { pricedOrder } from '../orders/fields.ts'
import { type AgreementState, type AnswerKind, orderName } from '../orders/rules.ts'
import type { Order } from '../orders/schema.ts'
import { priceOrder } from '../prices/rules.ts'
import { answersInWords } from '../templates/fields.ts'
import { proposalMessages as text } from './messages.ts'

/** What the customer approves of an order: all that they see of it, and nothing that only staff do. */
export interface ProposedOrder {
  order: string
  customer: string
  lines: {
    name: string
    quantity: number
    /** A decimal, with its options and what its form adds. */
    amount: string
    /** Its order form and that one's version, `7/2`; null without one. */
    form: string | null
    details: { label: string; value: string }[]
  }[]
  subtotal: string
  /** The discount and the estimated tax. */
  sums: { label: string; amount: string }[]
  total: string
  deposit: string
  /** The customer's day and ours, yyyy-MM-dd; left out if there is none. */
  neededBy?: string
  promisedOn?: string
  /** When the rest is due, in words; empty if it isn't asked for. */
  balance: string
  /** Those that were chosen for the customer. */
  pictures: { name: string; file: string; sha256: string }[]
}

/** A proposal as it is kept: as text in the canonical JSON of RFC 8785, which is hashed. */
export interface Snapshot {
  format: 1
  number: number
  company: string
  terms: { version: number; text: string } | null
  /** Its last day, yyyy-MM-dd; null if it doesn't expire. */
  expiresOn: string | null
  /** Who approves it; left out if that's the customer, under whatever name. */
  signers?: { names: string[]; all: boolean }
  proposed: ProposedOrder
}

/** Returns what the customer of an order is asked to approve. */
export function proposedOf(order: Order, pictures: ProposedOrder['pictures']): ProposedOrder {
  const { shares, sums } = priceOrder(pricedOrder(order))
  const { deposit, terms } = order.money
  const { balanceDue, balanceDueOn } = terms
  return {
    order: orderName(order),
    customer: order.customerName,
    lines: order.products.map((line, at) => {
      // The order's form is that of its first line.
      const { fields } = at === 0 ? order.template : line
      const [formId, version] =
        at === 0 ? [order.template.id, order.template.version] : [line.templateId, line.templateVersion]
      return {
        name: line.name,
        quantity: line.quantity,
        amount: centsToDecimal(shares[at]!.cents),
        form: formId === null ? null : `${formId}/${version}`,
        details: [
          ...line.options.map(({ name, option }) => ({ label: name, value: option })),
          ...answersInWords(fields, at === 0 ? order.formData : line.formData),
        ],
      }
    }),
    subtotal: order.price.subtotal,
    sums: sums.map(({ label, cents }) => ({ label, amount: centsToDecimal(cents) })),
    total: order.total,
    deposit,
    balance:
      balanceDue === 'delivery'
        ? 'before delivery'
        : balanceDue === 'date' && balanceDueOn
          ? `by ${formatDate(balanceDueOn)}`
          : '',
    pictures,
    ...(order.neededBy && { neededBy: order.neededBy }),
    ...(order.promisedOn && { promisedOn: order.promisedOn }),
  }
}

/** What of a stored proposal decides on its state. */
export interface ProposalFacts {
  answer: AnswerKind | null
  isSeen: boolean
  /** yyyy-MM-dd */
  expiresOn: string | null
  /** Whether the order has changed since, or another proposal took its place. */
  isEnded: boolean
}

/** @param today the company's date, yyyy-MM-dd; null for `proposal` if none was sent */
export function agreementOf(proposal: ProposalFacts | null, today: string): AgreementState {
  if (!proposal) return 'notSent'
  if (proposal.isEnded) return 'changed'
  if (proposal.answer) return proposal.answer
  if (proposal.expiresOn !== null && proposal.expiresOn < today) return 'expired'
  return proposal.isSeen ? 'seen' : 'sent'
}

/** Why a customer can't answer a proposal now; null if they can. Another answer is possible until one approves. */
export function reasonAgainstAnswer(
  order: { status: string; customerEmail: string },
  proposal: ProposalFacts,
  today: string,
): string | null {
  if (order.customerEmail === '') return text.orderErased
  if (order.status === 'cancelled') return text.orderCanceled
  if (proposal.isEnded) return text.superseded
  if (proposal.answer === 'approved') return text.approved
  return agreementOf({ ...proposal, answer: null }, today) === 'expired' ? text.expired : null
}

/** Returns the name among those who approve that was typed, in any case and spacing; what was typed if none are named. */
export function signerOf({ signers }: Pick<Snapshot, 'signers'>, typed: string): string | null {
  const plain = (name: string) => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  return signers ? (signers.names.find((name) => plain(name) === plain(typed)) ?? null) : typed
}

/** Returns who has approved, from the answers in their order: another answer than an approval takes earlier ones back. */
export function signedBy(answers: readonly { kind: AnswerKind; name: string }[]): string[] {
  const from = answers.findLastIndex(({ kind }) => kind !== 'approved') + 1
  return [...new Set(answers.slice(from).map(({ name }) => name))]
}

/** Returns who has to approve still, or could: none once it is approved. */
export function signersLeft({ signers }: Pick<Snapshot, 'signers'>, signed: readonly string[]): string[] {
  if (!signers || (signed.length > 0 && !signers.all)) return []
  return signers.names.filter((name) => !signed.includes(name))
}

/** `Ada and Grace` if all have to approve, `Ada or Grace` if one is enough. */
export const namesOf = ({ names, all }: NonNullable<Snapshot['signers']>) =>
  new Intl.ListFormat('en-US', { type: all ? 'conjunction' : 'disjunction' }).format(names)

/** Whether an order is what was approved, but for what `but` replaces in both; the version of a form counts, too. */
function isSame(approved: ProposedOrder, now: ProposedOrder, but: Partial<ProposedOrder>): boolean {
  const goods = (order: ProposedOrder) => {
    const lines = order.lines.map((line) => ({ ...line, name: `${line.name} ${line.form}` }))
    return { ...order, lines, ...but }
  }
  return differencesOf(goods(approved), goods(now)).length === 0
}

/** Whether only an earlier day was promised than the one that was approved. */
export function isEarlier(approved: ProposedOrder, now: ProposedOrder): boolean {
  const { promisedOn } = approved
  if (!promisedOn || !now.promisedOn || now.promisedOn > promisedOn) return false
  return isSame(approved, now, { promisedOn })
}

/** Whether what was approved differs from the order only by a lower price, and asks for no higher deposit. */
export function isPriceFall(approved: ProposedOrder, now: ProposedOrder): boolean {
  const isLower = (key: 'total' | 'deposit') => Number(now[key]) <= Number(approved[key])
  const free = ({ lines, ...order }: ProposedOrder) => ({
    ...order,
    lines: lines.map((line) => ({ ...line, amount: '0.00' })),
  })
  const but = { sums: [], subtotal: '0.00', total: '0.00', deposit: '0.00' }
  return isLower('total') && isLower('deposit') && isSame(free(approved), free(now), but)
}

export interface Difference {
  label: string
  /** Null for what was added. */
  from: string | null
  /** Null for what was removed. */
  to: string | null
}

/** Returns what differs between two proposals in words, field by field, in the order of the page. */
export function differencesOf(before: ProposedOrder, after: ProposedOrder): Difference[] {
  const [from, to] = [factsOf(before), factsOf(after)]
  return [...new Set([...to.keys(), ...from.keys()])].flatMap((label) => {
    const [was, is] = [from.get(label) ?? null, to.get(label) ?? null]
    return was === is ? [] : [{ label, from: was, to: is }]
  })
}

/** All that a customer reads, by its label; what is there twice gets a number. */
function factsOf(order: ProposedOrder) {
  const { customer, lines, sums, total, deposit, balance, neededBy, promisedOn, pictures } = order
  const facts = new Map<string, string>()
  const add = (label: string, value: string) => {
    let name = label
    for (let at = 2; facts.has(name); at++) name = `${label} (${at})`
    facts.set(name, value)
    return name
  }
  add('Name', customer)
  for (const { name, quantity, amount, details } of lines) {
    const line = add(name, quantity === 1 ? money(amount) : `× ${quantity}, ${money(amount)}`)
    for (const { label, value } of details) add(`${line}: ${label}`, value)
  }
  for (const { label, amount } of sums) add(label, money(amount))
  add('Total', money(total))
  if (Number(deposit) > 0) add('Deposit', money(deposit))
  if (balance) add('Balance due', balance)
  if (neededBy) add('Needed by', formatDate(neededBy))
  if (promisedOn) add('Promised', formatDate(promisedOn))
  for (const { name, sha256 } of pictures) if (sha256) add(`Picture ${name}`, 'shown')
  return facts
}
