import { Button, NativeSelect } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { emailKinds, emailStates } from '@trunkshow/contract/emails/rules.ts'
import { emailsScreen } from '@trunkshow/contract/emails/screens.ts'
import { mailStateQuery } from '../session/account/email-queries.ts'
import { useMayDo } from '../session/session-query.ts'
import type { Prefetch } from '../shell/lazy-page.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { ListTools } from '../ui/list/list-tools.tsx'
import { PagedList } from '../ui/list/paged-list.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { EmailList } from './email-list.tsx'
import { kindLabels, stateLabels } from './email-words.ts'
import { type EmailFilter, emailsQuery } from './queries.ts'

const route = getRouteApi('/signed-in/emails')

export const prefetch: Prefetch = (client) => client.prefetchInfiniteQuery(emailsQuery({}))

/** /emails: what was sent to guests and the team, and what wasn't (docs/product.md, What happened to an email). */
export function EmailsPage() {
  const filter = emailsScreen.search.parse(route.useSearch())
  const navigate = route.useNavigate()
  const list = useInfiniteQuery(emailsQuery(filter))
  const mayResend = useMayDo('bookings.manage')
  const changeSearch = (change: EmailFilter) =>
    navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false })
  const filtered = Object.values(filter).some((value) => value !== undefined)
  return (
    <>
      <PageHeader
        title="Emails"
        subtitle="What we sent to your guests and your team, and what didn’t arrive"
      />
      <Tools
        filter={filter}
        onFilter={changeSearch}
        total={list.isPlaceholderData ? undefined : list.data?.total}
      />
      <PagedList
        list={list}
        noun="emails"
        empty={
          <NoEmails
            isAttention={filter.state === 'attention' && !filter.q && !filter.kind}
            onClear={
              filtered ? () => changeSearch({ q: undefined, state: undefined, kind: undefined }) : undefined
            }
          />
        }
      >
        {(emails, outdated) => <EmailList emails={emails} outdated={outdated} ofMany mayResend={mayResend} />}
      </PagedList>
    </>
  )
}

interface ToolsProps {
  filter: EmailFilter
  onFilter: (change: EmailFilter) => void
  /** Number of matching emails, counted by the server; undefined while unknown. */
  total: string | undefined
}

/** Search, filters and count; failures that no one dealt with can be shown alone. */
function Tools({ filter, onFilter, total }: ToolsProps) {
  const seesAccounts = useMayDo('company.manage')
  const { data: failed = 0 } = useQuery({ ...mailStateQuery(), select: ({ failed }) => failed })
  const kinds = emailKinds.filter((kind) => kind !== 'account' || seesAccounts)
  return (
    <ListTools
      noun="email"
      label="Search by recipient"
      q={filter.q}
      onSearch={(q) => onFilter({ q })}
      total={total}
    >
      <NativeSelect
        aria-label="State"
        value={filter.state ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ state: emailStates.find((state) => state === value) })
        }
        data={[
          { value: '', label: 'All statuses' },
          ...emailStates.map((value) => ({ value, label: stateLabels[value] })),
        ]}
      />
      <NativeSelect
        aria-label="Kind"
        value={filter.kind ?? ''}
        onChange={({ currentTarget: { value } }) => onFilter({ kind: kinds.find((kind) => kind === value) })}
        data={[
          { value: '', label: 'All kinds' },
          ...kinds.map((value) => ({ value, label: kindLabels[value] })),
        ]}
      />
      {failed > 0 && filter.state !== 'attention' && (
        <Button variant="default" onClick={() => onFilter({ state: 'attention' })}>
          {`Show ${failed === 100 ? '100+' : failed} that ${failed === 1 ? 'needs' : 'need'} attention`}
        </Button>
      )}
    </ListTools>
  )
}

interface NoEmailsProps {
  /** Whether only failures that no one dealt with were asked for. */
  isAttention: boolean
  /** Clears the filters; absent if none are set. */
  onClear: (() => void) | undefined
}

/** Shown for an empty list, with the next step. */
function NoEmails({ isAttention, onClear }: NoEmailsProps) {
  if (!onClear)
    return <Notice title="No emails yet">Confirmations and changes show up here as guests book.</Notice>
  return (
    <Notice
      title={isAttention ? 'Nothing needs attention' : 'No emails found'}
      action={
        <Button variant="default" onClick={onClear}>
          Show all emails
        </Button>
      }
    >
      {isAttention
        ? 'Every guest with an upcoming appointment got their emails.'
        : 'Try a different search or filter.'}
    </Notice>
  )
}
