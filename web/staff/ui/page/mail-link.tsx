import { Anchor } from '@mantine/core'
import { mailLink } from '@trunkshow/contract/paths.ts'

/** Writes to an address in the person's own mail program. */
export function MailLink({ email }: { email: string | null }) {
  return (
    email && (
      <Anchor href={mailLink(email)} c="dimmed">
        {email}
      </Anchor>
    )
  )
}
