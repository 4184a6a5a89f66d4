import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../api/call-error.ts'
import { useUser } from '../session/session-query.ts'
import { FormSection } from '../ui/form-section.tsx'
import { FormSkeleton } from '../ui/form-skeleton.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { CompanyForm } from './company-form.tsx'
import { companyQuery } from './queries.ts'

/** The company's details (spec back-office §2). The form starts from what the server holds now, never from the cache. */
export function CompanyInformation() {
  const company = useQuery({ ...companyQuery(), refetchOnMount: 'always' })
  const user = useUser()
  return (
    <FormSection title="Company Information" hint="Whose shows these are, and where you collect sales tax.">
      {company.isSuccess && company.isFetchedAfterMount ? (
        // Before the company is saved its owner is its only user.
        <CompanyForm company={company.data} email={company.data?.companyEmail ?? user?.email ?? ''} />
      ) : company.isError ? (
        <LoadFailure
          title="Your company could not be loaded"
          retrying={company.isFetching}
          onRetry={company.refetch}
        >
          {sentenceOf(company.error)}
        </LoadFailure>
      ) : (
        <FormSkeleton label="Loading company">
          <CompanyForm company={null} email="" />
        </FormSkeleton>
      )}
    </FormSection>
  )
}
