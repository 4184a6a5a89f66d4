import { Button, Group, Stack } from '@mantine/core'
import { api } from '@trunkshow/contract/api.ts'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import { forgotInput } from '@trunkshow/contract/session/schema.ts'
import { call } from '../../api/client.ts'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { FormShell } from '../../ui/form/form-shell.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { ButtonLink } from '../../ui/page/page-header.tsx'
import { EmailField } from '../account/account-fields.tsx'
import { LinkPage } from './link-page.tsx'

/**
 * /forgot-password: requests a link to set a new password. It shows the same for every address (docs/product.md,
 * Passwords).
 */
export function ForgotPasswordPage() {
  const forgot = useReportedCall({
    call: (body: { email: string }) => call(api.session.forgot, { body }),
    failed: { title: 'Error', fallback: 'We couldn’t send the link.' },
    keepsForm: true,
  })
  const form = useSchemaForm(forgotInput, { email: '' }, forgot.error)
  if (forgot.isSuccess)
    return (
      <LinkPage
        title="Check your email"
        lead={`${sessionMessages.resetSent} It expires in an hour. If you don’t see it, check your spam folder or try another address.`}
      >
        <Group mt="lg">
          <ButtonLink to="/auth">Back to login</ButtonLink>
          <Button variant="subtle" onClick={forgot.reset}>
            Use another address
          </Button>
        </Group>
      </LinkPage>
    )
  return (
    <LinkPage
      title="Forgot your password?"
      lead="Enter your account’s email address. We’ll email you a link to set a new password."
    >
      <FormShell
        onSubmit={form.onSubmit((values) => forgot.mutate(values))}
        call={forgot}
        submitLabel="Send link"
        pendingLabel="Sending..."
        secondary={
          <ButtonLink to="/auth" variant="subtle">
            Back to login
          </ButtonLink>
        }
      >
        <Stack>
          <EmailField {...form.getInputProps('email')} />
        </Stack>
      </FormShell>
    </LinkPage>
  )
}
