import { paths } from '@trunkshow/contract/paths.ts'
import { eq } from 'drizzle-orm'
import { users } from '../../platform/db/schema/company.ts'
import type { EmailWriter } from '../../platform/mail/drain-outbox.ts'
import { Letter } from '../../platform/mail/letter/letter.tsx'

/** Notifies the owner. Only the log names the customer, so that no email contains a name that may be erased. */
export const dataRequest: EmailWriter = async (ctx, { userId }) => {
  const [owner] = await ctx.db
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, userId ?? 0))
  if (!owner?.email) return null
  return {
    to: { name: owner.name, address: owner.email },
    subject: 'A customer asked for their data',
    body: (
      <Letter
        preview="Shopify forwarded a customer’s request"
        heading="A customer asked for their data"
        facts={[]}
        action={{ label: 'See who in the activity log', href: ctx.config.publicUrl + paths.activity() }}
        note="You have 30 days to answer a request."
      >
        Shopify forwarded a customer’s request. The activity log says whose. Open the customer’s history,
        choose Download data, and send them the file.
      </Letter>
    ),
  }
}
