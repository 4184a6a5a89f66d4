import { useEffect, useRef, useState } from 'react'
import styles from './retrying-image.module.css'

const RETRIES = 2
const RETRY_DELAY_MS = 1000

interface RetryingImageProps {
  src: string
  alt: string
  className?: string
}

/** A banner or logo: tried twice more after a second each, then a placeholder in its place (spec booking §2). */
export function RetryingImage({ src, alt, className }: RetryingImageProps) {
  const image = useRef<HTMLImageElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState(false)

  // An image that failed before scripts ran has told nobody.
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
      src={src}
      alt={alt}
      onError={() => setFailed(true)}
    />
  )
}
