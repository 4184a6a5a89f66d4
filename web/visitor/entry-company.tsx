import { hydrate } from './hydrate.tsx'
import { CompanyPage } from './landing/company-page.tsx'

await hydrate(CompanyPage)
