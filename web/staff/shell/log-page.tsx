import { Group, Title } from '@mantine/core'
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Right } from '@trunkshow/contract/permissions.ts'
import type { ReactNode } from 'react'
import { type Page, pagedQuery } from '../api/client.ts'
import { timesSentence, useCompanyZone, useMayDo } from '../session/session-query.ts'
import { EmptyList, Notice } from '../ui/feedback/notice.tsx'
import { PagedList, type PagedListProps } from '../ui/list/list-screen.tsx'
import surfaces from '../ui/page/surfaces.module.css'
import { QuietText } from '../ui/page/words.tsx'
import { SettingsFrame } from './settings-frame.tsx'

interface LogPageProps<Row, Filter> extends Pick<PagedListProps<Row>, 'noun' | 'failed' | 'children'> {
  title: string
  subtitle: string
  /** The right to see it; admins have it. */
  right: Right
  /** What others see instead, such as `Only admins can see the activity log`. */
  refusal: string
  queryKey: QueryKey
  /** From the address. */
  filter: Filter
  load: (query: Filter & { cursor: string | undefined }) => Promise<Page<Row>>
  /** @param rows those of the filter, once loaded */
  filters: (changeFilter: (change: Filter) => void, rows: readonly Row[]) => ReactNode
  /** What is said without rows: if no filter is set, and if one is. */
  empty: { title: string; children: string }
  filtered?: { title: string; label: string }
}

/** A log in the settings, newest first, reloaded whenever it is opened; only for those who may see it. */
export function LogPage<Row, Filter extends object>(props: LogPageProps<Row, Filter>) {
  const { filter, noun, load, filtered = { title: 'Nothing found', label: 'Show everything' } } = props
  const maySee = useMayDo(props.right)
  const zone = useCompanyZone()
  const navigate = useNavigate()
  const query = pagedQuery([...props.queryKey, filter], (cursor) => load({ ...filter, cursor }), {
    staleTime: 0,
  })
  const list = useInfiniteQuery({ ...query, enabled: maySee })
  const changeFilter = (change: Filter) =>
    void navigate({
      to: '.',
      search: (search: object) => ({ ...search, ...change }),
      replace: true,
      resetScroll: false,
    } as never)
  const set = Object.entries(filter).filter(([, value]) => value !== undefined)
  const clear = () => changeFilter(Object.fromEntries(set.map(([name]) => [name, undefined])) as Filter)
  return (
    <SettingsFrame title={props.title}>
      <Title order={2}>{props.title}</Title>
      <QuietText mt={4} mb="md">
        {props.subtitle} {timesSentence(zone, new Date())}
      </QuietText>
      {maySee ? (
        <>
          <Group component="search" mb="md" className={surfaces.filters}>
            {props.filters(changeFilter, (!list.isPlaceholderData && list.data?.rows) || [])}
          </Group>
          <PagedList
            list={list}
            noun={noun}
            failed={props.failed}
            empty={
              <EmptyList
                noun={noun}
                filtered={set.length > 0 && { ...filtered, text: 'Try a different filter.', onClear: clear }}
                {...props.empty}
              />
            }
          >
            {(rows, outdated) => rows.length > 0 && props.children(rows, outdated)}
          </PagedList>
        </>
      ) : (
        <Notice title={props.refusal}>Ask an admin at your company if you need access.</Notice>
      )}
    </SettingsFrame>
  )
}
