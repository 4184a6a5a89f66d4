import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Notice } from '../feedback/notice.tsx'
import { BackLink } from '../page/button-link.tsx'
import { PageHeader } from '../page/page-header.tsx'
import surfaces from '../page/surfaces.module.css'
import { EmptyList, type EmptyListProps } from './empty-list.tsx'
import { PagedList, type PagedListProps } from './paged-list.tsx'

interface LogPageProps<Row> extends Omit<PagedListProps<Row>, 'empty'> {
  title: string
  /** What the log records, and in which zone. */
  subtitle: string
  /** Whether this user may see it; admins only. */
  maySee: boolean
  /** What others see instead, such as `Only admins can see the activity log`. */
  refusal: string
  filters: ReactNode
  empty: Omit<EmptyListProps, 'noun'>
}

/** A log in the settings; `list` is loaded only for those who may see it. */
export function LogPage<Row>(props: LogPageProps<Row>) {
  const { title, subtitle, maySee, refusal, filters, empty, children, ...list } = props
  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        back={<BackLink to="/settings">Back to Settings</BackLink>}
      />
      {maySee ? (
        <>
          <Group component="search" mb="md" className={surfaces.filters}>
            {filters}
          </Group>
          <PagedList {...list} empty={<EmptyList noun={list.noun} {...empty} />}>
            {(rows, outdated) => rows.length > 0 && children(rows, outdated)}
          </PagedList>
        </>
      ) : (
        <Notice title={refusal}>Ask an admin at your company if you need access.</Notice>
      )}
    </>
  )
}
