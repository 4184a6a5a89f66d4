import { paths } from '@trunkshow/contract/paths.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { ButtonLink } from '../ui/page/button-link.tsx'
import { usePageTitle } from '../ui/page/use-page-title.ts'
import { StandAlone } from './stand-alone.tsx'

/** Shown for an unknown URL. */
export function PageNotFound() {
  usePageTitle('Page Not Found')
  return (
    <StandAlone>
      <Notice
        title="Page Not Found"
        level={1}
        action={
          <ButtonLink to={paths.events()} variant="default">
            Back to Events
          </ButtonLink>
        }
      >
        We can’t find this page. The link may be wrong or out of date.
      </Notice>
    </StandAlone>
  )
}
