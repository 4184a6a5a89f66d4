import { hydrate } from './hydrate.tsx'
import { TourPage } from './landing/tour-page.tsx'

await hydrate(TourPage)
