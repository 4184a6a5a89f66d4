import { Box, Button, Group, MultiSelect, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { type Company, type CompanyInput, companyInput } from '@trunkshow/contract/company/schema.ts'
import { type UsState, usStates } from '@trunkshow/contract/us-states.ts'
import { type ReactNode, useState } from 'react'
import { sentenceOf } from '../api/call-error.ts'
import { call } from '../api/client.ts'
import { CalendarLinks } from '../calendars/calendar-links.tsx'
import { BookingAlerts } from '../emails/booking-alerts.tsx'
import { GuestData } from '../privacy/guest-data.tsx'
import { PasswordDialog } from '../session/account/password-dialog.tsx'
import { PersonalInformation } from '../session/account/personal-information.tsx'
import { SessionsList } from '../session/account/sessions-list.tsx'
import { useMayDo, useUser } from '../session/session-query.ts'
import { StoreSection } from '../shopify/store-section.tsx'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { FieldRow, FormSection } from '../ui/form/form-section.tsx'
import { FormSkeleton } from '../ui/form/form-skeleton.tsx'
import { SettingsForm } from '../ui/form/settings-form.tsx'
import { useSchemaForm } from '../ui/form/use-schema-form.ts'
import { ButtonLink } from '../ui/page/button-link.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { CompanyUsers } from './company-users.tsx'
import { Embedding, PublicPage } from './public-page.tsx'
import { companyQuery } from './queries.ts'
import { RoleTable } from './role-table.tsx'
import styles from './states-field.module.css'
import { UsageTable } from './usage.tsx'

/** /settings: the user, and for admins the company and its users. */
export function SettingsPage() {
  const mayManage = useMayDo('company.manage')
  const company = useQuery({ ...companyQuery(), enabled: mayManage })
  return (
    <Box maw={980}>
      <PageHeader
        title="Settings"
        subtitle={mayManage ? 'Your account, company, and team' : 'Your account and role'}
      >
        {mayManage && (
          <>
            <ButtonLink to="/settings/security" variant="default">
              Security log
            </ButtonLink>
            <ButtonLink to="/settings/activity" variant="default">
              Activity log
            </ButtonLink>
          </>
        )}
      </PageHeader>
      <PersonalInformation />
      <PasswordAndBrowsers />
      <FormSection
        title="Calendar"
        hint="Bookings in your own calendar, up to date. Anyone who has a link can read your guests’ names and emails."
      >
        <CalendarLinks eventId={null} withOthers />
      </FormSection>
      {mayManage && (
        <>
          <CompanyInformation />
          {(company.isPending || company.data) && (
            <>
              <PublicPage company={company.data ?? undefined} />
              <Embedding company={company.data ?? undefined} />
              <StoreSection address={company.data?.shopifyStoreUrl ?? ''} />
            </>
          )}
          <BookingAlerts />
          <GuestData />
          <UsageTable />
          <CompanyUsers />
        </>
      )}
      <RoleTable />
    </Box>
  )
}

/** The company's details. The form starts from fresh server data, never from the cache. */
function CompanyInformation() {
  const company = useQuery({ ...companyQuery(), refetchOnMount: 'always' })
  const user = useUser()
  return (
    <FormSection title="Company Information" hint="Your business details and where you collect sales tax.">
      {company.isSuccess && company.isFetchedAfterMount ? (
        // Until the company is saved, its owner is its only user.
        <CompanyForm company={company.data} email={company.data?.companyEmail ?? user?.email ?? ''} />
      ) : company.isError ? (
        <LoadFailure title="Couldn’t load your company" onRetry={company.refetch}>
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

/** The password, and the browsers logged in with it. */
function PasswordAndBrowsers() {
  const [changing, setChanging] = useState(false)
  return (
    <FormSection title="Password and browsers" hint="Your password and where you’re logged in.">
      <Group gap="12px 24px">
        <Text c="dimmed" flex="1 1 240px">
          Changing your password logs you out of all other browsers and ends your calendar links.
        </Text>
        <Button variant="default" onClick={() => setChanging(true)}>
          Change password
        </Button>
      </Group>
      <SessionsList />
      {changing && <PasswordDialog onClose={() => setChanging(false)} />}
    </FormSection>
  )
}

interface CompanyFormProps {
  /** Null until first saved. */
  company: Company | null
  /** The owner's login email (docs/product.md, Company details). */
  email: string
}

function CompanyForm({ company, email }: CompanyFormProps) {
  const isNew = company === null
  const { queryKey } = companyQuery()
  const save = useReportedCall({
    call: (body: CompanyInput) =>
      isNew ? call(api.company.create, { body }) : call(api.company.update, { body }),
    done: () => ({
      title: 'Company saved',
      ...(isNew && { description: 'You can now invite your team.' }),
    }),
    failedTo: isNew ? 'create company' : 'update company',
    keepsForm: true,
    onDone: (saved, client) => client.setQueryData(queryKey, saved),
    // If another admin saved first, the next try updates instead.
    onFailed: (_error, client) => client.invalidateQueries({ queryKey }),
  })
  const form = useSchemaForm(companyInput, valuesOf(company), save.error)
  return (
    <SettingsForm
      form={form}
      save={save}
      inputOf={(values) => values}
      valuesOf={valuesOf}
      submitLabel="Save company"
    >
      <TextInput
        label="Company name"
        required
        autoComplete="organization"
        {...form.getInputProps('companyName')}
      />
      <Textarea label="Address" rows={3} resize="vertical" {...form.getInputProps('companyAddress')} />
      <FieldRow>
        <TextInput
          label="Company email"
          description="Same as the owner’s email"
          readOnly
          variant="filled"
          value={email}
        />
        <TextInput
          label="Company phone"
          description="With area code"
          type="tel"
          {...form.getInputProps('companyPhone')}
        />
      </FieldRow>
      <StatesField {...form.getInputProps('selectedStates')} />
    </SettingsForm>
  )
}

function valuesOf(company: Company | null) {
  return {
    companyName: company?.companyName ?? '',
    companyAddress: company?.companyAddress ?? '',
    companyPhone: company?.companyPhone ?? '',
    selectedStates: company?.selectedStates ?? ([] as UsState[]),
  }
}

const states = Object.entries(usStates).map(([value, label]) => ({ value: value as UsState, label }))

interface StatesFieldProps {
  /** Two-letter state codes. */
  value?: UsState[]
  onChange: (states: UsState[]) => void
  error?: ReactNode
}

/** The Sales Tax picker: any of the 50 states. */
function StatesField(props: StatesFieldProps) {
  return (
    <MultiSelect
      label="Sales Tax"
      description="States where you collect sales tax"
      placeholder={props.value?.length ? undefined : 'Find a state'}
      data={states}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear states' }}
      nothingFoundMessage="No matching state"
      withScrollArea={false}
      comboboxProps={{ withinPortal: false }}
      withAlignedLabels
      classNames={{
        input: styles.field,
        inputField: styles.typed,
        dropdown: styles.list,
        option: styles.state,
        pill: styles.chosen,
      }}
      {...props}
    />
  )
}
