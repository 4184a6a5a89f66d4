import styles from './photo.module.css'
import { Picture } from './picture.tsx'

interface PhotoProps {
  /** Where the stored photo is found; null while there is none. */
  source: string | null
  /** What is shown: its first letter stands in for a photo. */
  name: string
  /** As of `<img sizes>`. */
  sizes: string
}

/** The photo of a product or an option, filling its place; a quiet panel with the initial without one. */
export function Photo({ source, name, sizes }: PhotoProps) {
  const initial = (
    <span className={styles.initial} aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
  )
  return (
    <span className={styles.photo}>
      {source ? (
        <Picture
          kind="photo"
          source={source}
          alt=""
          sizes={sizes}
          className={styles.picture}
          fallback={initial}
        />
      ) : (
        initial
      )}
    </span>
  )
}
