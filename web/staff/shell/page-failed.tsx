import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { CallError } from '../api/call-error.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { StandAlone } from './stand-alone.tsx'

const UNEXPECTED = 'Something went wrong. Try again. If that doesn’t help, reload the page.'

/** Shown if a page can't load at all, for example because fetching the session failed. */
export function PageFailed({ error }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <StandAlone>
      <Notice
        tone="bad"
        title="We couldn’t open this page"
        level={1}
        action={
          <Button variant="default" onClick={() => router.invalidate()}>
            Retry
          </Button>
        }
      >
        {error instanceof CallError ? (error.sentence ?? error.message) : UNEXPECTED}
      </Notice>
    </StandAlone>
  )
}
