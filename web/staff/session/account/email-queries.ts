import { api } from '@trunkshow/contract/api.ts'
import type { EmailChangeInput } from '@trunkshow/contract/session/schema.ts'
import { call } from '../../api/client.ts'
import { liveQuery } from '../../api/live-query.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { cacheProfile } from './profile-queries.ts'

/** Which emails are on hold and which failed; the company's emails, and event cards that count them, reload with it. */
export function mailStateQuery() {
  return liveQuery({
    queryKey: ['mail-state'],
    fetchVersion: () => call(api.session.mailState),
    reload: (client) =>
      Promise.all(['emails', 'fill'].map((list) => client.invalidateQueries({ queryKey: [list] }))),
  })
}

export function useResendConfirmation() {
  return useReportedCall({
    call: () => call(api.session.resendConfirmation),
    done: () => ({ title: 'Email sent', description: 'Open the link in it to confirm.' }),
    failedTo: 'send the email',
    reloads: mailStateQuery().queryKey,
  })
}

/** Sends a confirmation link to a new email; without a mail server, the email changes at once. */
export function useChangeEmail() {
  return useReportedCall({
    call: (body: EmailChangeInput) => call(api.session.changeEmail, { body }),
    failedTo: 'change email',
    keepsForm: true,
    onDone: (profile, client, { email }) => {
      cacheProfile(profile, client)
      void client.invalidateQueries({ queryKey: mailStateQuery().queryKey }).then(() => {
        const asked = client.getQueryData(mailStateQuery().queryKey)?.asked
        showToast(
          asked === email
            ? { title: 'Check your email', description: `Open the link we sent to ${email}.` }
            : { title: 'Email changed' },
        )
      })
    },
  })
}
