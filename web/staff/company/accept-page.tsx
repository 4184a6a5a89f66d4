import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type AcceptInput, acceptInput } from '@trunkshow/contract/company/schema.ts'
import type { SessionUser } from '@trunkshow/contract/session/schema.ts'
import { api, call } from '../api/client.ts'
import { NameField, NewPasswordField, UsernameField } from '../session/account/account-fields.tsx'
import { ClosedLink, LinkFacts, LinkPage, SwitchAccount } from '../session/log-in/link-page.tsx'
import { signingIn } from '../session/log-in/signing-in.ts'
import { useLogOut } from '../session/log-out.tsx'
import { useUser } from '../session/session-query.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { FormShell, useSchemaForm } from '../ui/form/form-shell.tsx'
import { ButtonLink } from '../ui/page/page-header.tsx'

const route = getRouteApi('/link/invitation/$token')

const expiredHint = {
  text: 'It was already used, was replaced by a newer one, or is more than 7 days old. Ask the person who invited you for a new one. If you already accepted it, log in.',
  action: <ButtonLink to="/auth">Log in</ButtonLink>,
}

/**
 * /invitation/{token}: accepts an invitation to a company. Opening it changes nothing (docs/product.md, Users and
 * invitations).
 */
export function AcceptPage() {
  const { token } = route.useParams()
  const user = useUser()
  const logOut = useLogOut(() => undefined)
  const accept = useReportedCall(
    signingIn((body: AcceptInput) => call(api.company.accept, { params: { token }, body }), {
      done: 'Invitation accepted',
      greeting: 'Welcome, ',
      failed: 'Invitation not accepted',
    }),
  )
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call(api.company.invitation, { params: { token } }),
    staleTime: 0,
    enabled: !accept.isSuccess, // an accepted link no longer opens
  })
  if (accept.isSuccess) return <LinkPage title="Welcome" lead="Opening Home..." />
  if (!invitation.data) return <ClosedLink link={invitation} expiredHint={expiredHint} />
  const { companyName, name, email, role } = invitation.data
  return (
    <LinkPage
      title={companyName ? `Join ${companyName}` : 'Join your team'}
      lead={
        user
          ? `You’re logged in as ${user.username}. Log out to accept this invitation with a new account.`
          : 'Choose a username and password to get started.'
      }
    >
      <LinkFacts facts={{ Email: email, Role: role }} />
      {user ? <SwitchAccount logOut={logOut} /> : <AcceptForm name={name} accept={accept} />}
    </LinkPage>
  )
}

interface AcceptFormProps {
  /** Prefilled from the invitation; the invited person can edit it. */
  name: string
  accept: ReturnType<typeof useReportedCall<AcceptInput, SessionUser>>
}

function AcceptForm({ name, accept }: AcceptFormProps) {
  const navigate = useNavigate()
  const form = useSchemaForm(acceptInput, { name, username: '', password: '' }, accept.error)
  return (
    <FormShell
      onSubmit={form.onSubmit((input) =>
        accept.mutate(input, { onSuccess: () => navigate({ to: '/home' }) }),
      )}
      call={accept}
      submitLabel="Accept invitation"
      pendingLabel="Accepting..."
      wide
    >
      <NameField {...form.getInputProps('name')} />
      <UsernameField {...form.getInputProps('username')} />
      <NewPasswordField {...form.getInputProps('password')} />
    </FormShell>
  )
}
