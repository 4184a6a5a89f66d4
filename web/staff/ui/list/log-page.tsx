import type { ReactNode } from 'react'
import { Notice } from '../feedback/notice.tsx'
import { ButtonLink } from '../page/button-link.tsx'
import { BackIcon } from '../page/icons.tsx'
import { PageHeader } from '../page/page-header.tsx'

interface LogPageProps {
  title: string
  /** What the log records, and in which zone. */
  subtitle: string
  /** Whether this user may see it; admins only. */
  maySee: boolean
  /** What others see instead, such as `Only admins can see the activity log`. */
  refusal: string
  children: ReactNode
}

/** The frame of a log in the settings. */
export function LogPage({ title, subtitle, maySee, refusal, children }: LogPageProps) {
  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        back={
          <ButtonLink to="/settings" variant="subtle" size="compact-sm" leftSection={<BackIcon />}>
            Back to Settings
          </ButtonLink>
        }
      />
      {maySee ? children : <Notice title={refusal}>Ask an admin at your company if you need access.</Notice>}
    </>
  )
}
