import { EventPage } from './event/event-page.tsx'
import { loadQuestions } from './event/questions.ts'
import { hydrate } from './hydrate.tsx'

await hydrate(EventPage, ({ event }) => event.questionsVersion > 0 && loadQuestions())
