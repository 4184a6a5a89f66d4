import { type Node, nextId, now, type Shop } from './shop.ts'

type DiscountInput = { code?: string } & Record<string, unknown>

const codeOf = (discount: Node) => (discount.codes as { code: string }[])[0]!.code
/** A code has no status of its own: it follows from its end and the clock. */
const statusOf = ({ endsAt }: Node) =>
  endsAt && Date.parse(String(endsAt)) <= Date.now() ? 'EXPIRED' : 'ACTIVE'
const nodeOf = (discount: Node) => ({
  id: discount.id,
  codeDiscount: { ...discount, status: statusOf(discount) },
})
const find = (shop: Shop, id: string) => shop.discounts.find((discount) => discount.id === id)
const done = (discount: Node) => ({ codeDiscountNode: nodeOf(discount), userErrors: [] })
const refuse = (field: string[], message: string, code: string) => ({
  codeDiscountNode: null,
  deletedCodeDiscountId: null,
  userErrors: [{ field, message, code }],
})
const notFound = () => refuse(['id'], 'Discount does not exist', 'INVALID')

function isTaken(shop: Shop, code: string | undefined, own?: Node) {
  return shop.discounts.some((other) => other !== own && codeOf(other).toLowerCase() === code?.toLowerCase())
}

const refuseTaken = () =>
  refuse(['basicCodeDiscount', 'code'], 'Code must be unique. Please try a different code.', 'TAKEN')

function change(discount: Node, { code, ...changes }: DiscountInput) {
  Object.assign(discount, changes, { updatedAt: now() })
  if (code) discount.codes = [{ id: `${discount.id}/code`, code }]
}

/** Shopify deactivates a code by ending it at once, so it reads as expired. */
function setEnd(shop: Shop, id: string, endsAt: string | null) {
  const discount = find(shop, id)
  if (!discount) return notFound()
  Object.assign(discount, { endsAt, updatedAt: now() })
  return done(discount)
}

export const discountResolvers = {
  codeDiscountNode({ id }: { id: string }, shop: Shop) {
    const found = find(shop, id)
    return found ? nodeOf(found) : null
  },
  codeDiscountNodeByCode({ code }: { code: string }, shop: Shop) {
    const found = shop.discounts.find((discount) => codeOf(discount).toLowerCase() === code.toLowerCase())
    return found ? nodeOf(found) : null
  },
  discountCodeBasicCreate({ basicCodeDiscount: input }: { basicCodeDiscount: DiscountInput }, shop: Shop) {
    if (!input.code) return refuse(['basicCodeDiscount', 'code'], "Code can't be blank", 'BLANK')
    if (isTaken(shop, input.code)) return refuseTaken()
    const discount: Node = {
      __typename: 'DiscountCodeBasic',
      id: nextId(shop, 'DiscountCodeNode'),
      title: input.code,
      usageLimit: null,
      startsAt: now(),
      endsAt: null,
      tags: [],
    }
    change(discount, input)
    shop.discounts.push(discount)
    return done(discount)
  },
  discountCodeBasicUpdate(
    { id, basicCodeDiscount: input }: { id: string; basicCodeDiscount: DiscountInput },
    shop: Shop,
  ) {
    const discount = find(shop, id)
    if (!discount) return notFound()
    if (isTaken(shop, input.code, discount)) return refuseTaken()
    change(discount, input)
    return done(discount)
  },
  discountCodeActivate: ({ id }: { id: string }, shop: Shop) => setEnd(shop, id, null),
  discountCodeDeactivate: ({ id }: { id: string }, shop: Shop) => setEnd(shop, id, now()),
  discountCodeDelete({ id }: { id: string }, shop: Shop) {
    if (!find(shop, id)) return notFound()
    shop.discounts = shop.discounts.filter((discount) => discount.id !== id)
    return { deletedCodeDiscountId: id, userErrors: [] }
  },
}
