import { useEffect } from 'react'
import { showToast } from '../../ui/feedback/toast.ts'

/** The catalogue's toast where something that is offered could not be loaded (spec back-office §8). */
export function useTellFailure(error: Error | null, title: string) {
  useEffect(() => {
    if (error) showToast({ tone: 'bad', title })
  }, [error, title])
}
