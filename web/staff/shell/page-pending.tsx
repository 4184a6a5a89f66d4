import styles from './stand-alone.module.css'

/** Shown while the session loads on a slow network. */
export function PagePending() {
  return (
    <main className={styles.pending}>
      <h1>Trunkshow</h1>
      <p role="status">Loading...</p>
    </main>
  )
}
