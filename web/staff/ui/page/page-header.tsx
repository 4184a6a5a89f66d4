import { Anchor, Box, Button, type ButtonProps, Group, type GroupProps, Title } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import { mailLink } from '@trunkshow/contract/paths.ts'
import { type AnchorHTMLAttributes, type ReactNode, type Ref, useEffect } from 'react'
import { Fold } from './fold.tsx'
import { BackIcon, OutsideIcon } from './icons.tsx'
import styles from './page-header.module.css'
import surfaces from './surfaces.module.css'
import { QuietButton, QuietText } from './words.tsx'

interface PageHeaderProps {
  title: string
  subtitle?: ReactNode
  /** The back link, above the title. */
  back?: ReactNode
  /** Whether a phone shows the buttons only when asked, for lack of room. */
  folds?: boolean
  /** The page's buttons, primary one last. */
  children?: ReactNode
}

/** The header of every staff page; the title is also the browser tab's. */
export function PageHeader({ title, subtitle, back, folds = false, children }: PageHeaderProps) {
  usePageTitle(title)
  return (
    <header className={styles.header}>
      {back && <div className={styles.back}>{back}</div>}
      <Group gap="md" align="flex-start">
        <Box flex="1 1 240px" miw={0} className={styles.title}>
          <Title order={1}>{title}</Title>
          {subtitle && <QuietText mt={4}>{subtitle}</QuietText>}
        </Box>
        {children && (
          <Group className={`${surfaces.wide} ${styles.tools}`}>
            {folds ? <Fold label="More">{children}</Fold> : children}
          </Group>
        )}
      </Group>
    </header>
  )
}

/** Sets the browser tab's title. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Trunkshow`
  }, [title])
}

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

interface OutsideLinkProps extends ButtonProps {
  href: string
  children: string
}

/** A link to a page outside the staff app, opened in a new tab. */
export function OutsideLink({ href, children, ...props }: OutsideLinkProps) {
  return (
    <QuietButton
      component="a"
      href={href}
      target="_blank"
      rel="noopener"
      rightSection={<OutsideIcon />}
      {...props}
    >
      {children}
    </QuietButton>
  )
}

/** The number that the device's own app calls or texts; an extension is left to be typed. */
const numberOf = (phone: string) => phone.replace(/[^+\dx]/gi, '').split(/x/i)[0]

export function PhoneLinks({ phone }: { phone: string }) {
  const number = numberOf(phone)
  if (!number) return phone
  return (
    <>
      <Anchor href={`tel:${number}`}>{phone}</Anchor>
      <span data-screen-only>
        {' · '}
        <Anchor href={`sms:${number}`} aria-label={`Text ${phone}`}>
          Text
        </Anchor>
      </span>
    </>
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

interface ContactProps extends GroupProps {
  component?: 'p' | 'span'
  emails: readonly string[]
  phone: string | null | undefined
}

export function Contact({ component = 'span', emails, phone, ...group }: ContactProps) {
  return (
    <Group component={component} gap="4px 16px" {...group}>
      {emails.map((email) => (
        <MailLink key={email} email={email} />
      ))}
      {phone && (
        <Anchor href={`tel:${numberOf(phone)}`} c="dimmed">
          {phone}
        </Anchor>
      )}
    </Group>
  )
}
