import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { sentenceOf } from '../api/call-error.ts'
import { useMayDo } from '../session/session-query.ts'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { ListSkeleton } from '../ui/list/list-skeleton.tsx'
import { LogPage } from '../ui/list/log-page.tsx'
import { ShowMore } from '../ui/list/show-more.tsx'
import { ActivityFilters } from './activity-filters.tsx'
import { ActivityList } from './activity-list.tsx'
import { type ActivityFilter, activityQuery } from './queries.ts'

const route = getRouteApi('/signed-in/settings/activity')

/** /settings/activity: who did what and when, for admins. */
export function ActivityPage() {
  const maySee = useMayDo('company.manage')
  return (
    <LogPage
      title="Activity log"
      subtitle="Who did what, and when."
      maySee={maySee}
      refusal="Only admins can see the activity log"
    >
      <Log />
    </LogPage>
  )
}

function Log() {
  const filter = route.useSearch()
  const navigate = route.useNavigate()
  const list = useInfiniteQuery(activityQuery(filter))
  const look = (change: ActivityFilter) =>
    navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false })
  return (
    <>
      <ActivityFilters filter={filter} onFilter={look} />
      {list.isPending && <ListSkeleton label="Loading activity" />}
      {list.isError && !list.data && (
        <LoadFailure title="Couldn’t load the activity log" retrying={list.isFetching} onRetry={list.refetch}>
          {sentenceOf(list.error)}
        </LoadFailure>
      )}
      {list.data?.length === 0 && (
        <NothingFound
          onClear={
            filter.userId || filter.subject
              ? () => look({ userId: undefined, subject: undefined })
              : undefined
          }
        />
      )}
      {list.data && list.data.length > 0 && (
        <ActivityList entries={list.data} outdated={list.isPlaceholderData} />
      )}
      <ShowMore list={list} />
    </>
  )
}

function NothingFound({ onClear }: { onClear: (() => void) | undefined }) {
  if (!onClear) return <Notice title="No activity yet">Changes you and your team make show up here.</Notice>
  return (
    <Notice
      title="No activity found"
      action={
        <Button variant="default" onClick={onClear}>
          Show all activity
        </Button>
      }
    >
      Try a different filter.
    </Notice>
  )
}
