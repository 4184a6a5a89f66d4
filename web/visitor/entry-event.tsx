import { loadQuestions } from './event/attendee.ts'
import { EventPage } from './event/event-page.tsx'
import { hydrate } from './hydrate.tsx'

await hydrate(EventPage, ({ event }) => event.questionsVersion > 0 && loadQuestions())
