import { centsToDecimal, formatMoney } from '@trunkshow/contract/money.ts'
import { orderName } from '@trunkshow/contract/orders/rules.ts'
import { listOrdersOfGuest } from '../reminders/scheduled-emails.ts'
import { guestEmail } from './compose-guest-email.tsx'
import { whileDue } from './write-about-booking.ts'

export const thanks = guestEmail({
  subject: 'Thank you',
  heading: 'Thank You',
  lead: 'thank you for coming. It was a pleasure to see you.',
  isAccurate: whileDue,
  isThanks: true,
  async parts({ ctx, booking, notification }) {
    const orders = await listOrdersOfGuest(ctx, notification.companyId, booking.id)
    return {
      groups: orders.map(({ items, totalCents, ...order }) => ({
        title: orderName(order),
        lines: [items, `Total: ${formatMoney(centsToDecimal(totalCents))}`],
      })),
    }
  },
})
