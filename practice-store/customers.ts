import { type Node, nextId, type Shop } from './shop.ts'

interface CustomerInput {
  email?: string
  firstName?: string
  lastName?: string
}

export const customerResolvers = {
  customerSet({ identifier, input }: { identifier?: { email?: string }; input: CustomerInput }, shop: Shop) {
    const email = identifier?.email ?? input.email
    if (!email?.includes('@'))
      return {
        customer: null,
        userErrors: [{ field: ['input', 'email'], message: 'Email is invalid', code: null }],
      }
    const known = shop.customers.find((customer) => customer.email === email)
    const customer: Node = Object.assign(known ?? { id: nextId(shop, 'Customer') }, { ...input, email })
    if (!known) shop.customers.push(customer)
    return { customer, userErrors: [] }
  },
}
