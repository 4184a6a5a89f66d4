import { useQuery } from '@tanstack/react-query'
import { GuestData } from '../privacy/guest-data.tsx'
import { PersonalInformation } from '../session/personal-information.tsx'
import { useMayDo } from '../session/session-query.ts'
import { SigningIn } from '../session/signing-in.tsx'
import { StoreSection } from '../shopify/store-section.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { CompanyInformation } from './company-information.tsx'
import { CompanyUsers } from './company-users.tsx'
import { companyQuery } from './queries.ts'
import { RoleTable } from './role-table.tsx'
import styles from './settings-page.module.css'
import { UsageTable } from './usage-table.tsx'

/** /settings: the user, and for admins the company and its people (spec back-office §2). */
export function SettingsPage() {
  const mayManage = useMayDo('company.manage')
  const company = useQuery({ ...companyQuery(), enabled: mayManage })
  return (
    <div className={styles.page}>
      <PageHeader
        title="Settings"
        subtitle={mayManage ? 'Your account, your company and its people' : 'Your account and your role'}
      >
        {mayManage && (
          <ButtonLink to="/settings/activity" variant="default">
            Activity log
          </ButtonLink>
        )}
      </PageHeader>
      <PersonalInformation />
      <SigningIn />
      {mayManage && (
        <>
          <CompanyInformation />
          {(company.isPending || company.data) && (
            <StoreSection address={company.data?.shopifyStoreUrl ?? ''} />
          )}
          <GuestData />
          <UsageTable />
          <CompanyUsers />
        </>
      )}
      <RoleTable />
    </div>
  )
}
