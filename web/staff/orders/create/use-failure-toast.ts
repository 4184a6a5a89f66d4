import { useEffect } from 'react'
import { showToast } from '../../ui/feedback/toast.ts'

/** One toast where something that is offered could not be loaded. */
export function useFailureToast(error: Error | null, title: string) {
  useEffect(() => {
    if (error) showToast({ tone: 'bad', title })
  }, [error, title])
}
