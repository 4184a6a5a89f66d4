import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { formatDateRange } from '@trunkshow/contract/dates.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { api, call, isMissing } from '../../api/client.ts'
import { ClosedLink, LinkFacts, LinkPage, SwitchAccount } from '../../session/log-in/link-page.tsx'
import { useLogOut } from '../../session/log-out.tsx'
import { useUser } from '../../session/session-query.ts'
import { Note } from '../../ui/feedback/notice.tsx'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { ButtonLink } from '../../ui/page/page-header.tsx'

const route = getRouteApi('/link/co-host/$token')

/** /co-host/{token}: an invitation to manage the appointments of one event (docs/product.md, Co-hosts). */
export function CoHostPage() {
  const { token } = route.useParams()
  const navigate = useNavigate()
  const user = useUser()
  const from = paths.coHostInvitation(token)
  const logOut = useLogOut(() => navigate({ to: '/auth', search: { from } }))
  const accept = useReportedCall({
    call: () => call(api.coHosts.accept, { params: { token } }),
    done: ({ eventName }) => ({
      title: 'Invitation accepted',
      description: `You are now a co-host of ${eventName}.`,
    }),
    failedTo: 'accept invitation',
    // The cached event was fetched without co-host rights.
    onDone: (_accepted, client) => client.removeQueries({ queryKey: ['events'] }),
  })
  const invitation = useQuery({
    queryKey: ['co-host-invitation', token],
    queryFn: () => call(api.coHosts.invitation, { params: { token } }),
    staleTime: 0,
    enabled: !accept.isSuccess, // an accepted link no longer opens
  })
  if (accept.isSuccess) return <LinkPage title="Welcome" lead="Opening the bookings..." />
  if (!invitation.data || isMissing(accept.error))
    return (
      <ClosedLink
        link={{ ...invitation, error: accept.error ?? invitation.error }}
        expiredHint={expiredHint}
      />
    )
  const { eventId, eventName, hostName, eventDate, endDate, invitedEmail } = invitation.data
  const open = () => navigate({ to: '/bookings/$id', params: { id: String(eventId) } })
  return (
    <LinkPage
      title={eventName}
      lead={`${hostName} invited you to co-host this event and manage its time slots and bookings.`}
    >
      <LinkFacts facts={{ Date: formatDateRange(eventDate, endDate), Invited: invitedEmail }} />
      {!user ? (
        <>
          <Text mt="lg">To accept, log in or register with {invitedEmail}.</Text>
          <Group mt="lg">
            <ButtonLink to="/auth" search={{ from }}>
              Log in
            </ButtonLink>
            <ButtonLink to="/auth" search={{ from, tab: 'register' }} variant="default">
              Register
            </ButtonLink>
          </Group>
        </>
      ) : user.email.toLowerCase() === invitedEmail.toLowerCase() ? (
        <Group mt="lg">
          <Button disabled={accept.isPending} onClick={() => accept.mutate(undefined, { onSuccess: open })}>
            {accept.isPending ? 'Accepting...' : accept.isError ? 'Try again' : 'Accept invitation'}
          </Button>
        </Group>
      ) : (
        <>
          <Note mt="lg">
            {eventMessages.coHostOtherAccount(invitedEmail)} You’re logged in as {user.email}.
          </Note>
          <SwitchAccount logOut={logOut} />
        </>
      )}
    </LinkPage>
  )
}

const expiredHint = {
  text: 'It was withdrawn, or it’s more than 7 days old. Ask the host for a new one. If you already accepted it, find the event under your events.',
  action: <ButtonLink to="/events">Open your events</ButtonLink>,
}
