import { useEffect, useEffectEvent } from 'react'

/**
 * Calls back once the page is live, and again whenever the browser brings it back as it was left.
 *
 * @param onShown is told whether the reader returned to the page by Back or Forward: then it may be out of date
 */
export function useShown(onShown: (returned: boolean) => void) {
  const handleShown = useEffectEvent(onShown)
  useEffect(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    handleShown(navigation?.type === 'back_forward')
    function handlePageShow(event: PageTransitionEvent) {
      if (event.persisted) handleShown(true)
    }
    addEventListener('pageshow', handlePageShow)
    return () => removeEventListener('pageshow', handlePageShow)
  }, [])
}
