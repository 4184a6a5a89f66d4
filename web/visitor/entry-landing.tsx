import { hydrate } from './hydrate.tsx'
import { LandingPage } from './landing/landing-page.tsx'

await hydrate(LandingPage)
