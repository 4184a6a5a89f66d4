import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { Notice } from '../feedback/notice.tsx'

interface ErrorBoundaryProps {
  /** What is still fine. */
  kept: string
  children: ReactNode
}

/**
 * Replaces a part of a screen that failed to render. The rest keeps working, so form values stored outside it are
 * safe.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <Notice
        tone="bad"
        title="Something went wrong"
        action={
          <Button variant="default" onClick={() => this.setState({ failed: false })}>
            Try again
          </Button>
        }
      >
        We couldn’t show this part. {this.props.kept}
      </Notice>
    )
  }
}
