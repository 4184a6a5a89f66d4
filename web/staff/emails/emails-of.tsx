import { useInfiniteQuery } from '@tanstack/react-query'
import { PagedList } from '../ui/list/list-screen.tsx'
import { QuietText } from '../ui/page/words.tsx'
import { EmailList } from './email-list.tsx'
import { type EmailFilter, emailsQuery } from './queries.ts'

interface EmailsOfProps {
  about: Pick<EmailFilter, 'bookingId' | 'orderId' | 'customerId' | 'guestOfBooking' | 'guestOfWait'>
  mayResend: boolean
}

/** The emails about one booking or person, latest first. */
export function EmailsOf({ about, mayResend }: EmailsOfProps) {
  const list = useInfiniteQuery(emailsQuery(about))
  return (
    <PagedList list={list} noun="emails" empty={<QuietText>No emails yet.</QuietText>}>
      {(emails, outdated) => (
        <EmailList
          emails={emails}
          outdated={outdated}
          ofMany={about.bookingId === undefined && about.orderId === undefined}
          mayResend={mayResend}
        />
      )}
    </PagedList>
  )
}
