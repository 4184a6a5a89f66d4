import { Anchor, Button, type ButtonProps } from '@mantine/core'
import { mailLink } from '@trunkshow/contract/paths.ts'
import { OutsideIcon } from './icons.tsx'

interface OutsideLinkProps extends ButtonProps {
  href: string
  children: string
  'aria-label'?: string
}

/** A link to a page outside the staff app, opened in a new tab. */
export function OutsideLink({ href, children, ...props }: OutsideLinkProps) {
  return (
    <Button
      component="a"
      href={href}
      target="_blank"
      rel="noopener"
      rightSection={<OutsideIcon />}
      {...props}
    >
      {children}
    </Button>
  )
}

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
