import type { ReactNode } from 'react'
import { Boundary } from '../../theme/boundary.tsx'
import styles from '../slots/refused-note.module.css'
import ui from './ui.module.css'

/** Replaces a part of the page that failed to render. The rest stays, with everything typed in it. */
export const ErrorBoundary = ({ children }: { children: ReactNode }) => (
  <Boundary
    failed={(retry) => (
      <div className={styles.note} role="alert">
        <h3>Something went wrong here</h3>
        <p>We couldn’t show this part of the page. Try again, or reload the page.</p>
        <button type="button" className={ui.secondary} onClick={retry}>
          Try again
        </button>
      </div>
    )}
  >
    {children}
  </Boundary>
)
