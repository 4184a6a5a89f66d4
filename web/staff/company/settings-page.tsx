import { Checkbox, MultiSelect, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type Company, type CompanyInput, companyInput } from '@trunkshow/contract/company/schema.ts'
import { isSettingsSection, type SectionName } from '@trunkshow/contract/company/screens.ts'
import { noticeSchedules } from '@trunkshow/contract/emails/rules.ts'
import { type NoticeSettings, noticeSettings } from '@trunkshow/contract/emails/schema.ts'
import { mayDo } from '@trunkshow/contract/permissions.ts'
import { type Retention, retention } from '@trunkshow/contract/privacy/schema.ts'
import { type UsState, usStateCodes, usStates } from '@trunkshow/contract/us-states.ts'
import type { ComponentType, ReactNode } from 'react'
import { api, call } from '../api/client.ts'
import { CalendarLinks } from '../calendars/calendar-links.tsx'
import { PasswordAndBrowsers } from '../session/account/password-and-browsers.tsx'
import { PersonalInformation } from '../session/account/personal-information.tsx'
import { sessionQuery, useMayDo, useUser } from '../session/session-query.ts'
import { SettingsFrame, settingsSections } from '../shell/settings-frame.tsx'
import { StoreSection } from '../shopify/store-section.tsx'
import { PaymentsSection } from '../stripe/payments-section.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { FieldRow, FormSection } from '../ui/form/form-shell.tsx'
import { SettingsForm, SettingsPart, SettingsSection } from '../ui/form/settings-form.tsx'
import { lazy, WaitingPart } from '../ui/lazy/lazy.tsx'
import { ButtonLink } from '../ui/page/page-header.tsx'
import { tiles } from '../ui/page/tiles.ts'
import { CompanyTerms } from './company-terms.tsx'
import { CompanyUsers } from './company-users.tsx'
import { PaymentTerms } from './payment-terms.tsx'
import { Embedding, PublicPage } from './public-page.tsx'
import { companyQuery } from './queries.ts'
import { RoleTable } from './role-table.tsx'
import field from './states-field.module.css'
import { UsageTable } from './usage.tsx'

const MakingSettings = lazy(() => import('../making/making-settings.tsx'), 'MakingSettings', WaitingPart)
const MoveIn = lazy(() => import('../imports/move-in.tsx'), 'MoveIn', WaitingPart)

const MeasurementSets = lazy(
  () => import('../measurements/measurement-sets.tsx'),
  'MeasurementSets',
  WaitingPart,
)

const sections: Record<SectionName, ComponentType> = {
  profile: Profile,
  company: CompanyInformation,
  'public-page': () => (
    <OfCompany>
      {() => (
        <>
          <PublicPage />
          <Embedding />
        </>
      )}
    </OfCompany>
  ),
  team: Team,
  notifications: BookingAlerts,
  store: () => <OfCompany>{store}</OfCompany>,
  payments: () => (
    <OfCompany>
      {() => (
        <>
          <PaymentTerms />
          <CompanyTerms />
          <PaymentsSection />
        </>
      )}
    </OfCompany>
  ),
  measurements: MeasurementSets,
  making: MakingSettings,
  'guest-data': GuestData,
  usage: UsageTable,
  'move-in': MoveIn,
}

/** /settings, with an overview, and /settings/{section} (docs/product.md, Settings). */
export function SettingsPage() {
  const { section } = useParams({ strict: false })
  const { role } = useUser() ?? {}
  const name = section && isSettingsSection(section) ? section : undefined
  const Parts = name ? sections[name] : Overview
  const [label, right] = name ? settingsSections[name] : ['Settings', null]
  return (
    <SettingsFrame title={label}>
      {right && role && !mayDo(role, right) ? (
        <Notice title="Your role can’t open these settings">
          Ask an admin at your company if you need access.
        </Notice>
      ) : (
        <Parts />
      )}
    </SettingsFrame>
  )
}

function Overview() {
  const mayManage = useMayDo('company.manage')
  return (
    <>
      <PersonalInformation />
      {mayManage ? (
        <>
          <CompanyInformation />
          <OfCompany missing={null}>{store}</OfCompany>
          <CompanyUsers />
        </>
      ) : (
        <RoleTable />
      )}
    </>
  )
}

function Profile() {
  return (
    <>
      <PersonalInformation />
      <PasswordAndBrowsers />
      <FormSection
        title="Calendar"
        hint="Bookings in your own calendar, up to date. Anyone who has a link can read your guests’ names and emails."
      >
        <CalendarLinks eventId={null} />
      </FormSection>
    </>
  )
}

function Team() {
  const mayManage = useMayDo('company.manage')
  return (
    <>
      {mayManage && <CompanyUsers />}
      <RoleTable />
    </>
  )
}

const store = (company: Company | undefined) => <StoreSection address={company?.shopifyStoreUrl ?? ''} />

interface OfCompanyProps {
  /** Stands there until a company is saved. */
  missing?: ReactNode
  children: (company: Company | undefined) => ReactNode
}

/** What only a saved company has; it says itself that it loads, or can’t be loaded. */
function OfCompany({ missing = <NoCompany />, children }: OfCompanyProps) {
  const { data } = useQuery(companyQuery())
  return data === null ? missing : children(data)
}

function NoCompany() {
  return (
    <Notice
      title="Name your company first"
      action={
        <ButtonLink to="/settings/$section" params={{ section: 'company' }}>
          Open Company
        </ButtonLink>
      }
    />
  )
}

/** The company's details; null until first saved. */
function CompanyInformation() {
  const user = useUser()
  return (
    <SettingsSection
      title="Company Information"
      hint="Your business details and where you collect sales tax."
      query={companyQuery()}
      failed="Couldn’t load your company"
      noun="company"
      blank={null}
    >
      {/* Until the company is saved, its owner is its only user. */}
      {(company) => <CompanyForm company={company} email={company?.companyEmail ?? user?.email ?? ''} />}
    </SettingsSection>
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
  return (
    <SettingsForm
      schema={companyInput}
      query={companyQuery()}
      stored={company}
      valuesOf={valuesOf}
      call={(body: CompanyInput) => call(isNew ? api.company.create : api.company.update, { body })}
      done={() => ({
        title: 'Company saved',
        ...(isNew && { description: 'You can now invite your team.' }),
      })}
      failedTo={isNew ? 'create company' : 'update company'}
      onDone={(_saved, client) => void client.invalidateQueries(sessionQuery())} // the frame shows its name
      // If another admin saved first, the next try updates instead.
      onFailed={(_error, client) => client.invalidateQueries(companyQuery())}
      submitLabel="Save company"
    >
      {({ getInputProps, values }) => (
        <>
          <TextInput
            label="Company name"
            required
            autoComplete="organization"
            {...getInputProps('companyName')}
          />
          <Textarea label="Address" rows={3} resize="vertical" {...getInputProps('companyAddress')} />
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
              {...getInputProps('companyPhone')}
            />
          </FieldRow>
          <StatesField {...getInputProps('selectedStates')} />
          {values.selectedStates.length > 0 && (
            <div style={tiles(160)}>
              {values.selectedStates.map((state) => (
                <TextInput
                  key={state}
                  label={`${usStates[state]}, %`}
                  placeholder="8.875"
                  inputMode="decimal"
                  {...getInputProps(`taxRates.${state}`)}
                />
              ))}
            </div>
          )}
        </>
      )}
    </SettingsForm>
  )
}

function valuesOf(company: Company | null) {
  return {
    companyName: company?.companyName ?? '',
    companyAddress: company?.companyAddress ?? '',
    companyPhone: company?.companyPhone ?? '',
    selectedStates: company?.selectedStates ?? ([] as UsState[]),
    taxRates: Object.fromEntries(
      usStateCodes.map((state) => [state, String(company?.taxRates[state] ?? '')]),
    ),
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
        input: field.field,
        inputField: field.typed,
        dropdown: field.list,
        option: field.state,
        pill: field.chosen,
      }}
      {...props}
    />
  )
}

/** How the company's hosts are told of bookings. */
const noticesQuery = queryOptions({
  queryKey: ['company', 'notices'],
  queryFn: () => call(api.emails.notices),
})

const schedules = {
  now: 'Right away, for each booking',
  hourly: 'At most one email an hour',
  daily: 'One email a day, at 8:00 AM',
} as const

/** The settings for emails to hosts about bookings (docs/product.md, Booking alerts). */
function BookingAlerts() {
  const user = useUser()
  return (
    <SettingsPart
      title="Booking alerts"
      hint="Emails about bookings to an event’s contact, or to the account owner."
      query={noticesQuery}
      failed="Couldn’t load this setting"
      noun="booking alerts"
      blank={{ schedule: 'now', ownActions: false, toMe: true }}
      schema={noticeSettings}
      valuesOf={(stored) => stored}
      call={(body: NoticeSettings) => call(api.emails.saveNotices, { body })}
      done="Booking alerts saved"
      failedTo="save booking alerts"
    >
      {({ getInputProps }) => (
        <>
          <NativeSelect
            label="When to send them"
            description="After 10 alerts in 5 minutes, we group the rest."
            data={noticeSchedules.map((value) => ({ value, label: schedules[value] }))}
            {...getInputProps('schedule')}
          />
          <Checkbox
            label="Also send alerts about your own changes"
            description="If off, no one is emailed about a booking that they added, moved or canceled themselves."
            {...getInputProps('ownActions', { type: 'checkbox' })}
          />
          <Checkbox
            label={user?.email ? `Send alerts to ${user.email}` : 'Send alerts to my email'}
            description="Only for alerts that go to your email. Others turn theirs off with the link in each alert."
            {...getInputProps('toMe', { type: 'checkbox' })}
          />
        </>
      )}
    </SettingsPart>
  )
}

/** How long the company keeps its guests' data. */
const retentionQuery = queryOptions({
  queryKey: ['company', 'retention'],
  queryFn: () => call(api.privacy.retention),
})

const offered = [1, 2, 3, 6, 12, 24, 36, 60]
const inWords = (months: number) =>
  months === 1 ? '1 month after an event' : `${months} months after an event`

/** The setting for how long guests' data is kept (decision 034). */
function GuestData() {
  return (
    <SettingsPart
      title="Guest data"
      hint="How long you keep the names and emails of guests who booked."
      query={retentionQuery}
      failed="Couldn’t load this setting"
      noun="guest data setting"
      blank={{ months: null }}
      schema={retention}
      valuesOf={(stored) => stored}
      call={(body: Retention) => call(api.privacy.saveRetention, { body })}
      done="Guest data setting saved"
      failedTo="save how long guest data is kept"
    >
      {(form, stored) => (
        <NativeSelect
          label="Delete guests’ data"
          description="Every night, we delete the names and emails of guests whose event ended this long ago. Bookings stay in your counts. Customers and orders don’t change. You can’t undo this."
          value={form.values.months ?? ''}
          onChange={({ currentTarget: { value } }) => form.setFieldValue('months', Number(value) || null)}
          data={[
            { value: '', label: 'Never' },
            ...[...new Set([...offered, ...(stored.months ? [stored.months] : [])])]
              .sort((a, b) => a - b)
              .map((months) => ({ value: String(months), label: inWords(months) })),
          ]}
        />
      )}
    </SettingsPart>
  )
}
