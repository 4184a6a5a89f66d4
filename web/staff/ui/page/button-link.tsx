import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type AnchorProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps>

function ButtonAnchor(props: ButtonProps & AnchorProps & { ref?: Ref<HTMLAnchorElement> }) {
  return <Button component="a" {...props} />
}

/** A staff link that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor)
