import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { emailKinds, kindLabels } from '@trunkshow/contract/emails/rules.ts'
import { emailsScreen } from '@trunkshow/contract/emails/screens.ts'
import { mailStateQuery, useMayDo } from '../session/session-query.ts'
import type { Prefetch } from '../shell/lazy-page.tsx'
import { choicesOf } from '../ui/form/choose.tsx'
import { ListFilter, ListScreen } from '../ui/list/list-screen.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QuietButton } from '../ui/page/words.tsx'
import { EmailList } from './email-list.tsx'
import { stateLabels } from './email-words.ts'
import { type EmailFilter, emailsQuery } from './queries.ts'

const route = getRouteApi('/signed-in/emails')

export const prefetch: Prefetch = (client) => client.prefetchInfiniteQuery(emailsQuery({}))

/** /emails: what was sent to guests and the team, and what wasn't (docs/product.md, What happened to an email). */
export function EmailsPage() {
  const filter = emailsScreen.search.parse(route.useSearch())
  const navigate = route.useNavigate()
  const list = useInfiniteQuery(emailsQuery(filter))
  const mayResend = useMayDo('bookings.manage')
  const seesAccounts = useMayDo('company.manage')
  const kinds = emailKinds.filter((kind) => kind !== 'account' || seesAccounts)
  /** Failures that no one dealt with. */
  const { data: failed = 0 } = useQuery({ ...mailStateQuery(), select: ({ failed }) => failed })
  const changeSearch = (change: EmailFilter) =>
    navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false })
  const isAttention = filter.state === 'attention' && !filter.q && !filter.kind
  const filtered = Object.values(filter).some((value) => value !== undefined)
  return (
    <>
      <PageHeader title="Emails" />
      <ListScreen
        list={list}
        noun="email"
        label="Search by recipient"
        q={filter.q}
        onSearch={(q) => changeSearch({ q })}
        filters={
          <>
            <ListFilter
              label="State"
              value={filter.state}
              choices={choicesOf({ '': 'All statuses', ...stateLabels })}
              onChoose={(state) => changeSearch({ state })}
            />
            <ListFilter
              label="Kind"
              value={filter.kind}
              choices={[['', 'All kinds'], ...kinds.map((kind) => [kind, kindLabels[kind]] as const)]}
              onChoose={(kind) => changeSearch({ kind })}
            />
            {failed > 0 && filter.state !== 'attention' && (
              <QuietButton onClick={() => changeSearch({ state: 'attention' })}>
                {`Show ${failed === 100 ? '100+' : failed} that ${failed === 1 ? 'needs' : 'need'} attention`}
              </QuietButton>
            )}
          </>
        }
        empty={{
          filtered: filtered && {
            ...(isAttention
              ? {
                  title: 'Nothing needs attention',
                  text: 'Every guest with an upcoming appointment got their emails.',
                }
              : { text: 'Try a different search or filter.' }),
            onClear: () => changeSearch({ q: undefined, state: undefined, kind: undefined }),
          },
          title: 'No emails yet',
          children: 'Confirmations and changes show up here as guests book.',
        }}
      >
        {(emails, outdated) => <EmailList emails={emails} outdated={outdated} ofMany mayResend={mayResend} />}
      </ListScreen>
    </>
  )
}
