import { type ReactNode, useEffect, useRef, useState } from 'react'

interface NearScreenProps {
  /** Pixels the place takes until its content has been drawn once. */
  estimatedHeight: number
  /** Called only while the place is near the screen. */
  children: () => ReactNode
}

/**
 * Draws its content only while it is within a screen or so of being seen, and keeps its place otherwise: for
 * long pages. What has the focus stays.
 */
export function NearScreen({ estimatedHeight, children }: NearScreenProps) {
  const place = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    const element = place.current!
    const observer = new IntersectionObserver(
      (entries) => {
        const { isIntersecting, boundingClientRect } = entries.at(-1)!
        if (!isIntersecting && element.contains(document.activeElement)) return
        if (!isIntersecting && element.childElementCount > 0 && boundingClientRect.height > 0)
          setHeight(boundingClientRect.height)
        setNear(isIntersecting)
      },
      { rootMargin: '1000px 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} style={near ? undefined : { height: height ?? estimatedHeight }}>
      {near && children()}
    </div>
  )
}
