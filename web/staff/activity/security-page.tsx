import { Group, NativeSelect, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { SECURITY_LOG_DAYS, securityActions, securityKinds } from '@trunkshow/contract/activity/rules.ts'
import type { SecurityEntry } from '@trunkshow/contract/activity/schema.ts'
import { securityScreen } from '@trunkshow/contract/activity/screens.ts'
import { useMayDo } from '../session/session-query.ts'
import { timesSentence, useCompanyZone } from '../session/use-company-zone.ts'
import { EmptyList } from '../ui/list/empty-list.tsx'
import { LogPage } from '../ui/list/log-page.tsx'
import { PagedList } from '../ui/list/paged-list.tsx'
import { Tag } from '../ui/list/tag.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import styles from './activity-list.module.css'
import { type EntryDays, LogDays } from './log-days.tsx'
import { PersonFilter } from './person-filter.tsx'
import { type SecurityFilter, securityQuery } from './queries.ts'
import { detailsOf, outcomeTags, securityKindLabels, sentenceOfSecurity } from './security-words.ts'

const route = getRouteApi('/signed-in/settings/security')

/** /settings/security: who logged in, and what changed who may see what, for admins. */
export function SecurityPage() {
  const maySee = useMayDo('company.manage')
  return (
    <LogPage
      title="Security log"
      subtitle={`Logins, passwords, access, and exports from the last ${SECURITY_LOG_DAYS} days. The same network code means the same internet connection. ${timesSentence(useCompanyZone(), new Date())}`}
      maySee={maySee}
      refusal="Only admins can see the security log"
    >
      <Log />
    </LogPage>
  )
}

function Log() {
  const filter = securityScreen.search.parse(route.useSearch())
  const navigate = route.useNavigate()
  const list = useInfiniteQuery(securityQuery(filter))
  const changeSearch = (change: SecurityFilter) =>
    navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false })
  const isFiltered = filter.userId !== undefined || filter.kind !== undefined
  return (
    <>
      <Group component="search" mb="md" className={surfaces.filters}>
        <PersonFilter userId={filter.userId} onFilter={changeSearch} />
        <NativeSelect
          aria-label="Type"
          value={filter.kind ?? ''}
          onChange={({ currentTarget: { value } }) =>
            changeSearch({ kind: securityKinds.find((kind) => kind === value) })
          }
          data={[
            { value: '', label: 'Everything' },
            ...securityKinds.map((kind) => ({ value: kind, label: securityKindLabels[kind] })),
          ]}
        />
      </Group>
      <PagedList
        list={list}
        noun="entries"
        failureTitle="Couldn’t load the security log"
        empty={
          <EmptyList
            noun="entries"
            filtered={
              isFiltered && {
                title: 'Nothing found',
                text: 'Try a different filter.',
                label: 'Show everything',
                onClear: () => changeSearch({ userId: undefined, kind: undefined }),
              }
            }
            title="Nothing yet"
          >
            Logins and changes to your team’s access show up here.
          </EmptyList>
        }
      >
        {(entries, outdated) => entries.length > 0 && <SecurityList entries={entries} outdated={outdated} />}
      </PagedList>
    </>
  )
}

function SecurityList(of: EntryDays<SecurityEntry>) {
  const zone = useCompanyZone()
  return (
    <LogDays {...of}>
      {(entry) => (
        <>
          <EntryText entry={entry} details={detailsOf(entry, zone)} />
          <EntryTag entry={entry} />
        </>
      )}
    </LogDays>
  )
}

function EntryText({ entry, details }: { entry: SecurityEntry; details: string }) {
  const { before, who, after, subject } = sentenceOfSecurity(entry)
  return (
    <div className={styles.text}>
      <Text>
        {before} <strong>{who}</strong> {after} {subject && <strong>{subject}</strong>}
      </Text>
      {details && <Text c="dimmed">{details}</Text>}
    </div>
  )
}

function EntryTag({ entry: { action, outcome } }: { entry: SecurityEntry }) {
  const failed = outcomeTags[outcome]
  return (
    <span>
      {failed ? (
        <Tag tone={failed.tone}>{failed.label}</Tag>
      ) : (
        <Tag>{securityKindLabels[securityActions[action]]}</Tag>
      )}
    </span>
  )
}
