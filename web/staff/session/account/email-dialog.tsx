import { TextInput } from '@mantine/core'
import { emailChangeInput } from '@trunkshow/contract/session/schema.ts'
import { api, call } from '../../api/client.ts'
import { showToast } from '../../ui/feedback/use-reported-call.ts'
import { FormDialog, useCallForm } from '../../ui/form/form-dialog.tsx'
import { cacheProfile, mailStateQuery } from '../session-query.ts'
import { CurrentPasswordField } from './account-fields.tsx'

interface EmailDialogProps {
  /** The current email; empty for none. */
  email: string
  onClose: () => void
}

/** Changes the account's email, which takes effect once the emailed link is opened (decision 029). */
export function EmailDialog({ email, onClose }: EmailDialogProps) {
  const { form, dialog } = useCallForm({
    schema: emailChangeInput,
    values: { email: '', password: '' },
    call: (body) => call(api.session.changeEmail, { body }),
    failedTo: 'change email',
    onClose,
    onDone: (profile, client, { email }) => {
      cacheProfile(profile, client)
      const { queryKey } = mailStateQuery()
      void client.invalidateQueries({ queryKey }).then(() => {
        // Without a mail server, the email changes at once.
        const isAsked = client.getQueryData(queryKey)?.asked === email
        showToast(
          isAsked
            ? { title: 'Check your email', description: `Open the link we sent to ${email}.` }
            : { title: 'Email changed' },
        )
      })
    },
  })
  const title = email ? 'Change email' : 'Add email'
  return (
    <FormDialog title={title} {...dialog} submitLabel={title}>
      <TextInput
        label="New email"
        type="email"
        autoComplete="email"
        description="We’ll send a link to confirm it."
        data-autofocus
        {...form.getInputProps('email')}
      />
      <CurrentPasswordField {...form.getInputProps('password')} />
    </FormDialog>
  )
}
