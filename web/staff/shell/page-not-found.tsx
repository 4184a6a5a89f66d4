import { Notice } from '../ui/feedback/notice.tsx'
import { ButtonLink } from '../ui/page/button-link.tsx'
import { usePageTitle } from '../ui/page/use-page-title.ts'
import { StandAlone } from './stand-alone.tsx'

/** What an unknown address shows. */
export function PageNotFound() {
  usePageTitle('Page Not Found')
  return (
    <StandAlone>
      <Notice
        title="Page Not Found"
        level={1}
        action={
          <ButtonLink to="/events" variant="default">
            Back to Events
          </ButtonLink>
        }
      >
        There is nothing at this address. It may have been typed wrongly, or what it led to is gone.
      </Notice>
    </StandAlone>
  )
}
