import { Group } from '@mantine/core'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import { forgotInput } from '@trunkshow/contract/session/schema.ts'
import { api, call } from '../../api/client.ts'
import { useCallForm } from '../../ui/form/form-dialog.tsx'
import { FormShell } from '../../ui/form/form-shell.tsx'
import { ButtonLink } from '../../ui/page/page-header.tsx'
import { SubtleButton } from '../../ui/page/words.tsx'
import { EmailField } from '../account/account-fields.tsx'
import { LinkPage } from './link-page.tsx'

/**
 * /forgot-password: requests a link to set a new password. It shows the same for every address (docs/product.md,
 * Passwords).
 */
export function ForgotPasswordPage() {
  const { form, shell } = useCallForm({
    schema: forgotInput,
    values: { email: '' },
    call: (body) => call(api.session.forgot, { body }),
    failed: { title: 'Error', fallback: 'We couldn’t send the link.' },
  })
  if (shell.call.isSuccess)
    return (
      <LinkPage
        title="Check your email"
        lead={`${sessionMessages.resetSent} It expires in an hour. If you don’t see it, check your spam folder or try another address.`}
      >
        <Group mt="lg">
          <ButtonLink to="/auth">Back to login</ButtonLink>
          <SubtleButton onClick={shell.call.reset}>Use another address</SubtleButton>
        </Group>
      </LinkPage>
    )
  return (
    <LinkPage
      title="Forgot your password?"
      lead="Enter your account’s email address. We’ll email you a link to set a new password."
    >
      <FormShell
        {...shell}
        submitLabel="Send link"
        pendingLabel="Sending..."
        secondary={
          <ButtonLink to="/auth" variant="subtle">
            Back to login
          </ButtonLink>
        }
      >
        <EmailField {...form.getInputProps('email')} />
      </FormShell>
    </LinkPage>
  )
}
