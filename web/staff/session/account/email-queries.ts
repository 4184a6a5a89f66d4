import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type { EmailChangeInput } from '@trunkshow/contract/session/schema.ts'
import { call } from '../../api/client.ts'
import { storeUser } from '../../api/stored-user.ts'
import { failedTo } from '../../ui/feedback/show-failure.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { sessionQuery } from '../session-query.ts'
import { profileQuery } from './profile-queries.ts'

/** Which emails are waiting. Reloaded on focus, since confirmation links are opened in other windows. */
export function mailStateQuery() {
  return queryOptions({
    queryKey: ['mail-state'],
    queryFn: () => call(api.session.mailState),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

export function useResendConfirmation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.session.resendConfirmation),
    meta: { failed: failedTo('send the email') },
    onSuccess: () => showToast({ title: 'Email sent', description: 'Open the link in it to confirm.' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: mailStateQuery().queryKey }),
  })
}

/** Asks to confirm a new email; where no mail server is configured it is changed at once. */
export function useChangeEmail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: EmailChangeInput) => call(api.session.changeEmail, { body }),
    meta: { keepsForm: true, failed: failedTo('change email') },
    onSuccess: (profile, { email }) => {
      storeUser(profile)
      queryClient.setQueryData(sessionQuery().queryKey, profile)
      queryClient.setQueryData(profileQuery().queryKey, profile)
      void queryClient.invalidateQueries({ queryKey: mailStateQuery().queryKey }).then(() => {
        const asked = queryClient.getQueryData(mailStateQuery().queryKey)?.asked
        showToast(
          asked === email
            ? { title: 'Check your email', description: `Open the link we sent to ${email}.` }
            : { title: 'Email changed' },
        )
      })
    },
  })
}
