import type { VisitorDocument } from '@trunkshow/contract/visitor-page.ts'
import { HelpPage } from './help/help-page.tsx'
import { TourPage } from './landing/tour-page.tsx'
import { BookingAlertsPage } from './manage/booking-alerts-page.tsx'
import { ConfirmEmailPage } from './manage/confirm-email-page.tsx'
import { MyDataPage } from './manage/my-data-page.tsx'
import { JoinWaitlistPage } from './waitlist/join-waitlist-page.tsx'
import { WaitlistPage } from './waitlist/waitlist-page.tsx'

/** Pages of forms, emailed links and tours: others load without their code. Their styles are in the one style sheet of all. */
export function LazyPages({ content }: Pick<VisitorDocument, 'content'>) {
  switch (content.page) {
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
    case 'tour':
      return <TourPage page={content} />
    case 'help':
      return <HelpPage page={content} />
  }
}
