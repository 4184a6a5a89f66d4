import { type EventImage, eventImages, srcSetOf } from '@trunkshow/contract/images.ts'
import { useEffect, useRef, useState } from 'react'
import styles from './retrying-image.module.css'

const RETRIES = 2
const RETRY_DELAY_MS = 1000

interface RetryingImageProps {
  src: string
  kind: EventImage
  /** How wide it is shown, as CSS has it, for the choice among its versions. */
  sizes: string
  alt: string
  className?: string
  /** Loaded before everything else: the picture that a page begins with. */
  leads?: boolean
}

/**
 * A banner or logo: tried twice more after a second each, then a placeholder in its place
 * (docs/product.md, The event page). Its size is the stylesheet's, whatever comes, so that nothing moves when it does.
 */
export function RetryingImage({ src, kind, sizes, alt, className, leads }: RetryingImageProps) {
  const image = useRef<HTMLImageElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState(false)

  // An image that failed before scripts ran fired no event that React saw.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(true)
  }, [])
  useEffect(() => {
    if (!failed || attempt === RETRIES) return
    const timer = setTimeout(() => {
      setAttempt(attempt + 1)
      setFailed(false)
    }, RETRY_DELAY_MS)
    return () => clearTimeout(timer)
  }, [failed, attempt])

  if (failed && attempt === RETRIES) {
    return (
      <span className={`${styles.missing} ${className}`}>
        <span>Image could not be loaded</span>
      </span>
    )
  }
  return (
    <img
      key={attempt}
      ref={image}
      className={className}
      sizes={sizes}
      srcSet={srcSetOf(src, eventImages[kind])}
      src={src}
      fetchPriority={leads ? 'high' : undefined}
      alt={alt}
      onError={() => setFailed(true)}
    />
  )
}
