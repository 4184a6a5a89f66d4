import type { ReactNode } from 'react'
import { Notice } from '../feedback/notice.tsx'
import { ButtonLink } from '../page/button-link.tsx'
import { BackIcon } from '../page/icons.tsx'
import { PageHeader } from '../page/page-header.tsx'

interface LogPageProps {
  title: string
  /** What is written down in it. */
  subtitle: string
  /** Whether this user may see it, as admins do. */
  maySee: boolean
  /** What others see instead, such as `Only admins can see the activity log`. */
  refusal: string
  children: ReactNode
}

/** A page of the settings that shows what was done. */
export function LogPage({ title, subtitle, maySee, refusal, children }: LogPageProps) {
  return (
    <>
      <PageHeader
        title={title}
        subtitle={`${subtitle} All times are Eastern.`}
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
