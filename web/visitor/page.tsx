import { paths } from '@trunkshow/contract/paths.ts'
import type { VisitorPage } from '@trunkshow/contract/visitor-page.ts'
import { CancelPage } from './cancel/cancel-page.tsx'
import { EventPage } from './event/event-page.tsx'
import { HelpPage } from './help/help-page.tsx'
import { CompanyPage } from './landing/company-page.tsx'
import { LandingPage } from './landing/landing-page.tsx'
import { TourPage } from './landing/tour-page.tsx'
import { BookingAlertsPage } from './manage/booking-alerts-page.tsx'
import { BookingPage } from './manage/booking-page.tsx'
import { ConfirmEmailPage } from './manage/confirm-email-page.tsx'
import { MyDataPage } from './manage/my-data-page.tsx'
import { MessagePage } from './shell/message-page.tsx'
import { JoinWaitlistPage } from './waitlist/join-waitlist-page.tsx'
import { WaitlistPage } from './waitlist/waitlist-page.tsx'

/** Any guest page, on the server. */
export function Page({ content }: { content: VisitorPage }) {
  switch (content.page) {
    case 'landing':
      return <LandingPage page={content} />
    case 'company':
      return <CompanyPage page={content} />
    case 'tour':
      return <TourPage page={content} />
    case 'event':
      return <EventPage page={content} />
    case 'booking':
      return <BookingPage page={content} />
    case 'cancel':
      return <CancelPage page={content} />
    case 'waitlist':
      return <WaitlistPage page={content} />
    case 'join-waitlist':
      return <JoinWaitlistPage page={content} />
    case 'confirm-email':
      return <ConfirmEmailPage page={content} />
    case 'my-data':
      return <MyDataPage page={content} />
    case 'booking-alerts':
      return <BookingAlertsPage page={content} />
    case 'help':
      return <HelpPage page={content} />
    case 'closed-link':
      return (
        <MessagePage
          title="Email not confirmed"
          text={content.message}
          action={{ label: 'Log in', href: paths.auth() }}
        />
      )
    case 'not-found':
      return (
        <MessagePage
          title="Page Not Found"
          text="We can’t find this page. The link may be wrong or out of date."
          action={{ label: 'Return to Home', href: paths.home() }}
        />
      )
    case 'failed':
      return (
        <MessagePage
          title="Something went wrong"
          text={content.message}
          action={{ label: 'Retry', href: '' }}
        />
      )
  }
}
