import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { resetForm } from '@trunkshow/contract/session/schema.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Fields } from '../ui/fields.tsx'
import { FormShell } from '../ui/form-shell.tsx'
import { focusFirstError, useSchemaForm } from '../ui/use-schema-form.ts'
import { ConfirmPasswordField, NewPasswordField } from './account-fields.tsx'
import { isGone } from './closed-link.tsx'
import { LinkActions, LinkPage } from './link-page.tsx'
import { useResetPassword } from './use-reset-password.ts'

const route = getRouteApi('/reset-password/$token')

/** /reset-password/{token}: a new password by a mailed link. Opening it changes nothing (design §6). */
export function ResetPasswordPage() {
  const { token } = route.useParams()
  const navigate = useNavigate()
  const reset = useResetPassword(token)
  const form = useSchemaForm(resetForm, { password: '', confirmPassword: '' }, reset.error)
  if (isGone(reset.error))
    return (
      <LinkPage
        title="This link is no longer valid"
        lead="It was used already, a newer one was sent, or it is older than an hour. Your password stays as it is."
      >
        <LinkActions>
          <ButtonLink to="/forgot-password">Ask for a new link</ButtonLink>
          <ButtonLink to="/auth" variant="subtle">
            Back to login
          </ButtonLink>
        </LinkActions>
      </LinkPage>
    )
  return (
    <LinkPage
      title="Set a new password"
      lead="You will be logged out everywhere and log in anew with this password."
    >
      <FormShell
        onSubmit={form.onSubmit(
          ({ password }) => reset.mutate(password, { onSuccess: () => navigate({ to: '/auth' }) }),
          focusFirstError,
        )}
        loading={reset.isPending}
        error={reset.error}
        submitLabel="Set password"
        pendingLabel="Saving..."
      >
        <Fields>
          <NewPasswordField label="New password" {...form.getInputProps('password')} />
          <ConfirmPasswordField {...form.getInputProps('confirmPassword')} />
        </Fields>
      </FormShell>
    </LinkPage>
  )
}
