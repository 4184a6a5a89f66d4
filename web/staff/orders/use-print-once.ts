import { useEffect } from 'react'

/** How long the page stands before it prints (spec back-office §9). */
const BEFORE_PRINT_MS = 500

/** Prints the page once it is complete, its pictures too. */
export function usePrintOnce(complete: boolean) {
  useEffect(() => {
    if (!complete) return
    let timer: ReturnType<typeof setTimeout>
    let left = false
    const pictures = [...document.images].map((picture) => picture.decode().catch(() => undefined))
    void Promise.all(pictures).then(() => {
      if (!left) timer = setTimeout(() => window.print(), BEFORE_PRINT_MS)
    })
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [complete])
}
