import { Box } from '@mantine/core'
import surfaces from '../page/surfaces.module.css'
import styles from './photo.module.css'
import { Picture } from './picture.tsx'

interface PhotoProps {
  /** The stored photo's URL; null for none. */
  source: string | null
  /** The record's name; its first letter is shown without a photo. */
  name: string
  /** As in `<img sizes>`. */
  sizes: string
  /** Of a small square, in pixels; as large as its place by default. */
  square?: number
}

/** The photo of a product or option, or a panel with its initial. */
export function Photo({ source, name, sizes, square }: PhotoProps) {
  const initial = (
    <span className={styles.initial} aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
  )
  return (
    <Box
      component="span"
      flex="none"
      w={square ?? '100%'}
      h={square ?? '100%'}
      bdrs={square && 'sm'}
      className={styles.photo}
    >
      {source ? (
        <Picture
          kind="photo"
          source={source}
          alt=""
          sizes={sizes}
          className={surfaces.cover}
          fallback={initial}
        />
      ) : (
        initial
      )}
    </Box>
  )
}
