import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { call } from '../../api/client.ts'
import { failedTo } from '../../ui/feedback/show-failure.ts'
import { showToast } from '../../ui/feedback/toast.ts'

/** The co-hosts of an event; never cached, since they accept on their own. */
export function coHostsQuery(eventId: number) {
  return queryOptions({
    queryKey: ['co-hosts', eventId],
    queryFn: () => call(api.coHosts.list, { params: { id: eventId } }),
    staleTime: 0,
  })
}

export function coHostInvitationQuery(token: string) {
  return queryOptions({
    queryKey: ['co-host-invitation', token],
    queryFn: () => call(api.coHosts.invitation, { params: { token } }),
    staleTime: 0,
  })
}

export function useInviteCoHost(eventId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => call(api.coHosts.invite, { params: { id: eventId }, body: { email } }),
    meta: { keepsForm: true, failed: failedTo('invite co-host') },
    onSuccess: ({ invitedEmail }) => {
      showToast({ title: 'Co-host invited', description: `We emailed a link to ${invitedEmail}.` })
      return queryClient.invalidateQueries({ queryKey: coHostsQuery(eventId).queryKey })
    },
  })
}

export function useRemoveCoHost(eventId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (coHostId: number) => call(api.coHosts.remove, { params: { id: eventId, coHostId } }),
    meta: { failed: failedTo('remove co-host') },
    onSuccess: () => showToast({ title: 'Co-host removed' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: coHostsQuery(eventId).queryKey }),
  })
}

/** Accepts for the logged-in user. The cached event was fetched without co-host rights, so it is dropped. */
export function useAcceptCoHost(token: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.coHosts.accept, { params: { token } }),
    meta: { failed: failedTo('accept invitation') },
    onSuccess: ({ eventName }) => {
      showToast({ title: 'Invitation accepted', description: `You are now a co-host of ${eventName}.` })
      queryClient.removeQueries({ queryKey: ['events'] })
    },
  })
}
