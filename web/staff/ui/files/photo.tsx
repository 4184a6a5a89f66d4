import styles from './photo.module.css'
import { Picture } from './picture.tsx'

interface PhotoProps {
  /** The stored photo's URL; null for none. */
  source: string | null
  /** The record's name; its first letter is shown without a photo. */
  name: string
  /** As in `<img sizes>`. */
  sizes: string
}

/** The photo of a product or option, or a panel with its initial. */
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
