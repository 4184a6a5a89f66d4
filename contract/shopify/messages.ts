import { neededScopes, type Scope, sellsInOurCurrency } from './rules.ts'
import type { Store } from './schema.ts'

const hiddenOrders =
  'Until then, orders older than 60 days can’t be updated, recreated, or canceled in Shopify, and we can’t see their changes in Shopify.'

export const shopifyMessages = {
  companyNotSaved: 'Save your company before you connect a store.',
  notConnected: 'Connect a store in Settings first.',
  disabled: 'The store connection is turned off in Settings.',
  mustReconnect:
    'Shopify doesn’t accept this connection anymore. We’ll keep trying, or reconnect the store in Settings.',
  secretsRefused:
    'Shopify doesn’t accept this client ID and secret for this store. Check both, and that the app is installed in the store.',
  appOfOtherOrganization:
    'This app belongs to another Shopify organization than the store. Use an app from the organization that owns the store.',
  tokenRefused: 'Shopify doesn’t accept this access token for this store. Check that you copied all of it.',
  storeNotFound: 'We can’t find a Shopify store at this address. Check the address and try again.',
  storePaused: 'This store is paused or closed in Shopify. Reopen it in Shopify, then try again.',
  currencyDiffers: (currency: string) =>
    `This store sells in ${currency}. Trunkshow works in US dollars (USD), so prices would be wrong. Use a store that sells in USD.`,
  scopesNone:
    'This app isn’t allowed to do anything in the store yet. In Shopify, add its access scopes and install it again, then connect.',
  unreachable: 'We couldn’t reach Shopify. Nothing was changed. Try again in a few minutes.',
  works: (shop: string) => `Your connection to ${shop} works.`,
  scopesMissing: (scopes: readonly Scope[]) =>
    `The app needs permission to ${list(scopes.map((scope) => neededScopes[scope]))}. In Shopify, add ${list(scopes)} to its access scopes, install it again, then test the connection.${scopes.includes('read_all_orders') ? ` ${hiddenOrders}` : ''}`,
  denied: (scopes: readonly string[]) =>
    scopes.length > 0
      ? `Shopify doesn’t allow this. The app is missing ${list(scopes)}.`
      : 'Shopify doesn’t allow this.',
  notUnderstood: (reason: string) => `Shopify couldn’t process this: ${reason}`,
  waiting: 'Shopify is busy. We’ll keep trying.',
  storeAway: 'We can’t reach Shopify. We’ll keep trying.',
  storeInactive:
    'Shopify isn’t taking anything for your store right now: it’s paused, frozen, or locked. Check it in Shopify. We’ll keep trying.',
  tooManyOrders: 'Shopify only takes a few orders a minute from trial stores. We’ll keep trying.',
  tooManyChanges: 'Shopify limits how often this can be changed. We’ll keep trying.',
  notArrived: 'It didn’t reach Shopify. We’ll send it again.',
  checking: 'Checking with Shopify…',
  faulty: 'Something went wrong on our side. Try again.',
  storeChanged: 'A different store was connected.',
  queued: 'Waiting to send to Shopify',
  underway: 'Sending to Shopify…',
  syncing: 'Syncing with Shopify…',
  otherUnderway: 'Another change to this is still being sent to Shopify. Try again in a minute.',
  failed: 'Shopify didn’t accept it.',
  privacyUnreadable: 'This message about a customer can’t be read.',
  webhookForged: 'This isn’t signed by a connected store.',
  operationNotFound: 'This is not in the Shopify log.',
  productPushed: 'The product is now in Shopify.',
  productUpdated: 'The product was updated in Shopify.',
  productResynced: 'The product was updated from Shopify.',
  productNotInShopify: 'This product isn’t in Shopify yet. Send it first.',
  productGone: 'This product no longer exists in Shopify. Send it to create it again.',
  productKnown: (name: string) =>
    `This product is already in Shopify, linked to your product “${name}”. Use that one, and archive this one.`,
  productDeleted: 'This product was deleted.',
  productsSynced: (made: number, changed: number, problems: number, pictures: number) =>
    `${count(made, 'product')} added, ${changed.toLocaleString('en-US')} changed${problems > 0 ? `, ${problems.toLocaleString('en-US')} couldn’t be imported` : ''}${pictures > 0 ? `, ${count(pictures, 'picture')} couldn’t be imported` : ''}.`,
  pictureNotInShopify: 'Its picture isn’t stored in Shopify, so it can’t be imported.',
  pictureUnreadable: 'We can’t read its picture.',
  pictureTooLarge: (megabytes: number) => `Its picture is larger than ${megabytes} MB.`,
  pictureMissing: 'Its picture is missing.',
  pictureAway: 'We couldn’t download its picture. The next sync will try again.',
  pictureNotStored: 'We couldn’t save its picture. The next sync will try again.',
  orderPushed: 'The order is now in Shopify.',
  /** @param names of products whose variant was deleted in Shopify */
  orderPushedWithout: (names: readonly string[]) =>
    `The order is now in Shopify. These products no longer exist in Shopify, so they were sent as custom items: ${list(names)}.`,
  orderAlreadyInShopify:
    'The order was already in Shopify from an earlier try. Send it again with your changes.',
  orderUpdated: 'The order was updated in Shopify.',
  /** An update sends only the address, the email and the notes. */
  orderUpdatedInPart:
    'The order was updated in Shopify. Its items or price also changed: recreate it to send those.',
  /** The log shows both Shopify numbers. */
  orderRecreated: (made: string, replaced: string) =>
    `Recreated in Shopify as ${made}. ${replaced} was canceled.`,
  /** For the order's timeline, after the user's name. */
  orderSentAs: (name: string) => `Sent to Shopify as ${name}`,
  orderFoundAs: (name: string) => `Found in Shopify as ${name}`,
  orderUpdatedInShopify: 'Updated in Shopify',
  orderCanceledInShopify: 'Canceled in Shopify',
  couldNot: (what: 'send' | 'recreate' | 'cancel', reason: string) =>
    `Couldn’t ${what === 'send' ? 'send to' : `${what} in`} Shopify: ${reason}`,
  orderTwice: (made: string, replaced: string, reason: string) =>
    `This order is in Shopify twice: it was recreated as ${made}, but ${replaced} couldn’t be canceled. ${reason}`,
  orderCanceled: 'The order was canceled in Shopify.',
  orderCanceledWhileSent:
    'This order was canceled while it was being sent, so it was also canceled in Shopify.',
  orderNotInShopify: 'This order isn’t in Shopify yet. Send it first.',
  orderGone: 'This order no longer exists in Shopify. Send it to create it again.',
  orderIsCanceled: 'This order was canceled in Shopify. Recreate it to send it again.',
  orderIsFulfilled: 'This order is already fulfilled in Shopify, so it can’t be recreated.',
  /** Shopify returns nothing for these, as if they were deleted. */
  orderHidden:
    'This order is more than 60 days old, and Shopify only shows those to apps with read_all_orders. Add the permission in Shopify, then try again.',
  orderDeleted: 'This order was deleted.',
  orderMarkedPaid: 'The order was marked as paid in Shopify.',
  orderMarkedPaidInShopify: 'Marked as paid in Shopify',
  orderChecked: 'The order is up to date with Shopify.',
  ordersChecked: 'The orders are up to date with Shopify.',
  discountSynced: 'The discount code is now in Shopify.',
  discountUpdated: 'The discount code was updated in Shopify.',
  discountDeleted: 'The discount code is no longer in Shopify.',
  discountGone: 'This discount code no longer exists in Shopify. Send it to create it again.',
  discountTaken:
    'Shopify has another discount code with this name that wasn’t made here. Rename or delete one of the two, then send it again.',
  practiceUnavailable:
    'The practice store couldn’t start because a file couldn’t be downloaded. Check that this server can reach the npm registry, then try again.',
} as const

/** Why nothing can be sent to a store now; null if it can. */
export function reasonAgainst(store: Store): string | null {
  if (!store.connected) return shopifyMessages.notConnected
  if (!store.enabled) return shopifyMessages.disabled
  if (store.mustReconnect) return shopifyMessages.mustReconnect
  return sellsInOurCurrency(store.currency) ? null : shopifyMessages.currencyDiffers(store.currency!)
}

/** `a`, `a and b`, `a, b, and c`. */
const list = (words: readonly string[]) => new Intl.ListFormat('en-US').format(words)

function count(number: number, what: string): string {
  return `${number.toLocaleString('en-US')} ${what}${number === 1 ? '' : 's'}`
}
