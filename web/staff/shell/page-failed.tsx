import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { CallError } from '../api/call-error.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { StandAlone } from './stand-alone.tsx'

const UNEXPECTED = 'Something went wrong here. Try again. If that does not help, reload the page.'

/** A page that could not be shown at all, such as when the session could not be fetched. */
export function PageFailed({ error }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <StandAlone>
      <Notice
        tone="bad"
        title="This page could not be opened"
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
