import { Component, type ReactNode } from 'react'
import styles from '../slots/refused-note.module.css'
import ui from './ui.module.css'

/** Replaces a part of the page that failed to render. The rest stays, with everything typed in it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div className={styles.note} role="alert">
        <h3>Something went wrong here</h3>
        <p>We couldn’t show this part of the page. Try again, or reload the page.</p>
        <button type="button" className={ui.secondary} onClick={() => this.setState({ failed: false })}>
          Try again
        </button>
      </div>
    )
  }
}
