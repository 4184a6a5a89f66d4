import { Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PagedList } from '../ui/list/list-screen.tsx'
import { EmailList } from './email-list.tsx'
import { emailsQuery } from './queries.ts'

interface EmailsOfProps {
  about: { bookingId: number } | { customerId: number }
  mayResend: boolean
}

/** The emails about one booking or customer, latest first. */
export function EmailsOf({ about, mayResend }: EmailsOfProps) {
  const list = useInfiniteQuery(emailsQuery(about))
  return (
    <PagedList list={list} noun="emails" empty={<Text c="dimmed">No emails yet.</Text>}>
      {(emails, outdated) => (
        <EmailList emails={emails} outdated={outdated} ofMany={'customerId' in about} mayResend={mayResend} />
      )}
    </PagedList>
  )
}
