import { paths } from '@trunkshow/contract/paths.ts'

/** An order's address, which opens it over the list. */
export const orderHref = (id: number) => `${paths.orders()}?orderId=${id}`
