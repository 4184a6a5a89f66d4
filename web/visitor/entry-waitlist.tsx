import { loadQuestions } from './event/attendee.ts'
import { hydrate } from './hydrate.tsx'
import { WaitlistPage } from './waitlist/waitlist-page.tsx'

await hydrate(WaitlistPage, ({ event }) => event.questionsVersion > 0 && loadQuestions())
