import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import { BackIcon } from './icons.tsx'

type AnchorProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps>

function ButtonAnchor(props: ButtonProps & AnchorProps & { ref?: Ref<HTMLAnchorElement> }) {
  return <Button component="a" {...props} />
}

/** A staff link that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor)

/** Leads from a page to the one above it. */
export const BackLink = createLink((props: Parameters<typeof ButtonAnchor>[0]) => (
  <ButtonAnchor variant="subtle" size="compact-sm" leftSection={<BackIcon />} {...props} />
))
