import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether the page is hydrated: false on the server and in the first render, then true. */
export const useLive = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

function onHashChange(listener: () => void) {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

/** The URL's fragment with its `#`, empty on the server; fragment links work before hydration. */
export const useLocationHash = () =>
  useSyncExternalStore(
    onHashChange,
    () => location.hash,
    () => '',
  )

/**
 * The number chosen in a field: a slot's ID, or null, or how many people come. A choice made before hydration is read
 * from the form, before the first render could remove its radio button.
 *
 * @param initial the choice of a rejected post, or the default
 */
export function useChoice<Initial extends number | null>(
  form: RefObject<HTMLFormElement | null>,
  field: string,
  initial: Initial,
) {
  const [choice, setChoice] = useState<number | Initial>(initial)
  useLayoutEffect(() => {
    const early = form.current && new FormData(form.current).get(field)
    if (early) setChoice(Number(early))
  }, [form, field])
  return [choice, setChoice] as const
}
