import { Group } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { resetForm } from '@trunkshow/contract/session/schema.ts'
import { api, call, isMissing } from '../../api/client.ts'
import { useCallForm } from '../../ui/form/form-dialog.tsx'
import { FormShell } from '../../ui/form/form-shell.tsx'
import { ButtonLink } from '../../ui/page/page-header.tsx'
import { ConfirmPasswordField, NewPasswordField } from '../account/account-fields.tsx'
import { sessionQuery } from '../session-query.ts'
import { LinkPage } from './link-page.tsx'

const route = getRouteApi('/reset-password/$token')

/**
 * /reset-password/{token}: sets a new password from an emailed link. Opening it changes nothing (docs/product.md,
 * Passwords).
 */
export function ResetPasswordPage() {
  const { token } = route.useParams()
  const navigate = useNavigate()
  const { form, shell } = useCallForm({
    schema: resetForm,
    values: { password: '', confirmPassword: '' },
    call: ({ password }) => call(api.session.reset, { body: { token, password } }),
    done: () => ({ title: 'Password changed', description: 'Log in with your new password.' }),
    failed: { title: 'Error', fallback: 'We couldn’t set your password.' },
    // All of the user's sessions have ended, so this browser's session is fetched again.
    onDone: async (_set, client) => {
      client.removeQueries()
      await client.prefetchQuery(sessionQuery())
    },
    onClose: () => navigate({ to: '/auth' }),
  })
  if (isMissing(shell.call.error))
    return (
      <LinkPage
        title="This link is no longer valid"
        lead="It was already used, was replaced by a newer one, or is more than an hour old. Your password hasn’t changed."
      >
        <Group mt="lg">
          <ButtonLink to="/forgot-password">Get a new link</ButtonLink>
          <ButtonLink to="/auth" variant="subtle">
            Back to login
          </ButtonLink>
        </Group>
      </LinkPage>
    )
  return (
    <LinkPage
      title="Set a new password"
      lead="We’ll log you out everywhere and end your calendar links. Then log in with your new password."
    >
      <FormShell {...shell} submitLabel="Set password" pendingLabel="Saving...">
        <NewPasswordField label="New password" {...form.getInputProps('password')} />
        <ConfirmPasswordField {...form.getInputProps('confirmPassword')} />
      </FormShell>
    </LinkPage>
  )
}
