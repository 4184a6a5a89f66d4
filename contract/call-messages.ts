/** What people read when a call of either door got no answer of ours; what the server says itself comes first. */
export const callMessages = {
  unreachable: "We couldn't reach the server. Check your connection and try again.",
  timedOut: 'This is taking too long. Check your connection and try again.',
  /** A captive portal or a proxy answered, or an answer is not of the shape the contract gives it. */
  unreadable: "We couldn't read the server's answer. Check your connection and try again.",
} as const
