import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  children: ReactNode
  /** Stands there instead. @param retry tries to render the children again */
  failed: (retry: () => void) => ReactNode
}

/** Replaces a part of a page that failed to render. The rest keeps working, with everything typed in it. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.failed(() => this.setState({ failed: false })) : this.props.children
  }
}
