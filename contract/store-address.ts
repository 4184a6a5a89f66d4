import { z } from 'zod'

const addressInvalid = 'Enter the address of your store, such as your-store.myshopify.com'

/** A store's host, `name.myshopify.com`; null for others, so no request reaches another host, port, user or path. */
export function readStoreAddress(entered: string): string | null {
  const [, host] =
    /^(?:https:\/\/)?([a-z0-9][a-z0-9-]{0,61}\.myshopify\.com)\/?$/.exec(entered.trim().toLowerCase()) ?? []
  return host ?? null
}

/** A store's host, parsed from what the user entered. */
export const storeAddress = z.string(addressInvalid).transform((entered, check) => {
  const host = readStoreAddress(entered)
  if (host) return host
  check.addIssue({ code: 'custom', message: addressInvalid })
  return z.NEVER
})
