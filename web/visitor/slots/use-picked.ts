import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * The picked slot's id, or null. A choice made before the page was live is taken over from the form, before
 * the first render that could drop its radio button.
 *
 * @param field name of the form's radio group
 * @param initial the choice of a plain post, where it can still be made
 */
export function usePicked(form: RefObject<HTMLFormElement | null>, field: string, initial: number | null) {
  const [picked, setPicked] = useState(initial)
  useLayoutEffect(() => {
    const early = form.current && new FormData(form.current).get(field)
    if (early) setPicked(Number(early))
  }, [form, field])
  return [picked, setPicked] as const
}
