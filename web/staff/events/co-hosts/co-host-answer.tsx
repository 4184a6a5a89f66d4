import { Button, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import type { SessionUser } from '@trunkshow/contract/session/schema.ts'
import type { ReactNode } from 'react'
import { LinkActions } from '../../session/log-in/link-page.tsx'
import { useLogOut } from '../../session/use-log-out.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { ButtonLink } from '../../ui/page/button-link.tsx'

interface CoHostAnswerProps {
  user: SessionUser | null
  token: string
  invitedEmail: string
  /** Shown if the user is logged in with the invited email. */
  accept: ReactNode
}

/** The next step for a co-host's invitation: log in, switch accounts, or accept. */
export function CoHostAnswer({ user, token, invitedEmail, accept }: CoHostAnswerProps) {
  const navigate = useNavigate()
  const from = paths.coHostInvitation(token)
  const logOut = useLogOut(() => navigate({ to: '/auth', search: { from } }))
  if (!user)
    return (
      <>
        <Text mt="lg">To accept, log in or register with {invitedEmail}.</Text>
        <LinkActions>
          <ButtonLink to="/auth" search={{ from }}>
            Log in
          </ButtonLink>
          <ButtonLink to="/auth" search={{ from, tab: 'register' }} variant="default">
            Register
          </ButtonLink>
        </LinkActions>
      </>
    )
  if (user.email.toLowerCase() === invitedEmail.toLowerCase()) return <LinkActions>{accept}</LinkActions>
  return (
    <>
      <Note mt="lg">
        {eventMessages.coHostOtherAccount(invitedEmail)} You’re logged in as {user.email}.
      </Note>
      <LinkActions>
        <Button disabled={logOut.isPending} onClick={() => logOut.mutate()}>
          {logOut.isPending ? 'Logging out...' : 'Log out'}
        </Button>
        <ButtonLink to="/events" variant="subtle">
          Stay logged in
        </ButtonLink>
      </LinkActions>
    </>
  )
}
