import { CancelPage } from './cancel/cancel-page.tsx'
import { hydrate } from './hydrate.tsx'

await hydrate(CancelPage)
