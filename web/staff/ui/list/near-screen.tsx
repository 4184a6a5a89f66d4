import { type ReactNode, useEffect, useRef, useState } from 'react'

interface NearScreenProps {
  /** Height in pixels before the content has been rendered once. */
  estimatedHeight: number
  /** Called only while near the screen. */
  children: () => ReactNode
}

/**
 * Renders its content only within about a screen of being visible, and otherwise keeps its height, for long pages.
 * Content with the focus stays.
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
