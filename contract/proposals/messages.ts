/** Texts of proposals: what the customer of an order approves. */
export const proposalMessages = {
  notFound: 'We can’t find this page. The link may be wrong or out of date.',
  orderCanceled: 'This order is canceled.',
  orderErased: 'This order’s customer was erased.',
  expiresEarlier: 'Enter today or a later day',
  pictureGone: 'A picture was removed from this order. Choose again.',
  superseded: 'This order has changed. Please review it again below.',
  beingChanged: 'This order is being changed. You’ll get an email when there’s something new to review.',
  expired: 'This proposal has expired. Ask us for a new one.',
  approved: 'This is already approved. To change something, contact us.',
  nameRequired: 'Type your full name',
  nameTooLong: 'Name must be 100 characters or less',
  agreeRequired: 'Check the box to approve electronically',
  wishRequired: 'Tell us what to change',
  wishTooLong: 'This must be 5,000 characters or less',
  termsTooLong: 'Terms must be 20,000 characters or less',
  busy: 'Too many tries. Wait a minute, then try again.',
} as const
