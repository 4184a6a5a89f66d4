import { hydrate } from './hydrate.tsx'
import { BookingPage } from './manage/booking-page.tsx'

await hydrate(BookingPage)
