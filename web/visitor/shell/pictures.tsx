import { type EventImage, eventImages, srcSetOf } from '@trunkshow/contract/images.ts'
import { useEffect, useRef, useState } from 'react'
import mark from '../../theme/mark.module.css'
import { monogram } from '../../theme/monogram.ts'
import styles from './pictures.module.css'

const RETRIES = 2
const RETRY_DELAY_MS = 1000

interface RetryingImageProps {
  src: string
  kind: EventImage
  /** The displayed width in CSS, so the browser can choose a version. */
  sizes: string
  alt: string
  className?: string
  /** Load it first: the main image of the page. */
  leads?: boolean
}

/** A banner or logo, retried twice, then replaced by a placeholder (docs/product.md, The event page). */
export function RetryingImage({ src, kind, sizes, alt, className, leads }: RetryingImageProps) {
  const image = useRef<HTMLImageElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState(false)

  // An image that failed before hydration fired its error event before anything listened.
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

interface HostMarkProps {
  event: { logoUrl: string | null; hostName: string }
  className?: string
}

/** The host's logo, or their initials. Decorative, since their name is always nearby. */
export function HostMark({ event, className = '' }: HostMarkProps) {
  return (
    <span className={`${mark.mark} ${className}`}>
      {event.logoUrl ? (
        <RetryingImage
          className={mark.logo}
          src={event.logoUrl}
          kind="logo"
          sizes="160px"
          alt={event.hostName}
        />
      ) : (
        <span aria-hidden="true">{monogram(event.hostName)}</span>
      )}
    </span>
  )
}
