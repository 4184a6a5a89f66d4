/** Shown when a call got no valid response from our server. A message from the server takes precedence. */
export const callMessages = {
  unreachable: 'We couldn’t reach the server. Check your connection and try again.',
  timedOut: 'This is taking too long. Check your connection and try again.',
  /** A captive portal or proxy responded, or the response doesn't match the contract's schema. */
  unreadable: 'We couldn’t read the server’s answer. Check your connection and try again.',
} as const
