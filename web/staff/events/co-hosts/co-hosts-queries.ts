import { queryOptions } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { call } from '../../api/client.ts'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'

/** An event's co-hosts; never cached, since they can accept at any time. */
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
  return useReportedCall({
    call: (email: string) => call(api.coHosts.invite, { params: { id: eventId }, body: { email } }),
    done: ({ invitedEmail }) => ({
      title: 'Co-host invited',
      description: `We emailed a link to ${invitedEmail}.`,
    }),
    failedTo: 'invite co-host',
    reloads: coHostsQuery(eventId).queryKey,
    keepsForm: true,
  })
}

export function useRemoveCoHost(eventId: number) {
  return useReportedCall({
    call: (coHostId: number) => call(api.coHosts.remove, { params: { id: eventId, coHostId } }),
    done: 'Co-host removed',
    failedTo: 'remove co-host',
    reloads: coHostsQuery(eventId).queryKey,
  })
}

/** Accepts for the logged-in user. The cached event was fetched without co-host rights, so it is dropped. */
export function useAcceptCoHost(token: string) {
  return useReportedCall({
    call: () => call(api.coHosts.accept, { params: { token } }),
    done: ({ eventName }) => ({
      title: 'Invitation accepted',
      description: `You are now a co-host of ${eventName}.`,
    }),
    failedTo: 'accept invitation',
    onDone: (_accepted, client) => client.removeQueries({ queryKey: ['events'] }),
  })
}
