import styles from './stand-alone.module.css'

/** While it is not known yet who is signed in, on a slow network. */
export function PagePending() {
  return (
    <main className={styles.pending}>
      <h1>Trunkshow</h1>
      <p role="status">Loading...</p>
    </main>
  )
}
