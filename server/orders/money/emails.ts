import { formatDate } from '@trunkshow/contract/dates.ts'
import type { EmailType } from '@trunkshow/contract/emails/rules.ts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { orderName } from '@trunkshow/contract/orders/rules.ts'
import { methodWords } from '@trunkshow/contract/payments/fields.ts'
import { getBrand } from '../../company/queries.ts'
import type { EmailWriter } from '../../platform/mail/drain-outbox.ts'
import { greet, withoutLinks } from '../../platform/mail/guest-names.ts'
import { guestCap } from '../../platform/mail/limits.ts'
import { makePdf } from '../../platform/pdf/make-pdf.ts'
import { getOrders } from '../queries.ts'
import { readReceipt } from './write-papers.ts'

/** Writes the receipt of an entry, `sequence`, unless a correction has undone it (docs/product.md, Receipts and statements). */
const paymentReceipt: EmailWriter = async (ctx, { companyId, orderId, sequence }) => {
  const own = { ...ctx, actor: { companyId } }
  const [order] = await getOrders(own, [orderId!])
  const entry = order?.money.entries.find(({ id }) => id === sequence)
  if (!order?.customerEmail || !entry || Number(entry.net) === 0) return null
  const amount = formatMoney(entry.net.replace('-', ''))
  const isRefund = entry.kind === 'refund'
  const sender = (await getBrand(ctx, companyId)).name ?? 'Your host'
  const paper = await readReceipt(own, order, sequence)
  return {
    to: { name: withoutLinks(order.customerName), address: order.customerEmail },
    cap: guestCap,
    subject: `${sender}: ${isRefund ? 'refund receipt' : 'receipt'} for ${orderName(order).toLowerCase()}`,
    preview: `${amount} ${isRefund ? 'refunded' : 'received'}. Your receipt is attached.`,
    heading: isRefund ? `${amount} refunded` : 'Thank you for your payment',
    lead: isRefund
      ? `${greet(order.customerName)}, we refunded ${amount} of your payments.`
      : `${greet(order.customerName)}, we received ${amount} for your order.`,
    facts: [
      ['Order', `#${order.orderNumber}`],
      ['Items', order.items],
      [isRefund ? 'Refunded on' : 'Received on', formatDate(entry.receivedOn)],
      ['Method', methodWords[entry.method]],
    ],
    note: 'Your receipt is attached as a PDF.',
    attachment: {
      filename: `${paper.title} ${paper.about[0]}.pdf`,
      content: await makePdf(companyId, paper),
    },
  }
}

export const receiptEmails = { payment_receipt: paymentReceipt } satisfies Partial<
  Record<EmailType, EmailWriter>
>
