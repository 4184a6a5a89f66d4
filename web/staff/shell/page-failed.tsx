import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { sentenceOf } from '../api/call-error.ts'
import { Notice } from '../ui/notice.tsx'
import { StandAlone } from './stand-alone.tsx'

/** A page that could not be shown at all: its code or the session could not be fetched. */
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
        {sentenceOf(error, error instanceof Error ? error.message : String(error))}
      </Notice>
    </StandAlone>
  )
}
