import { Button, type ButtonProps } from '@mantine/core'
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
