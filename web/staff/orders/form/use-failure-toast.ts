import { useEffect } from 'react'
import { showToast } from '../../ui/feedback/toast.ts'

/** Shows one toast if choices fail to load. */
export function useFailureToast(error: Error | null, title: string) {
  useEffect(() => {
    if (error) showToast({ tone: 'bad', title })
  }, [error, title])
}
