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
 * The selected slot's ID, or null. A selection made before hydration is read from the form, before the first render
 * could remove its radio button.
 *
 * @param field name of the form's radio group
 * @param initial the slot selected in a plain post, if still open
 */
export function usePicked(form: RefObject<HTMLFormElement | null>, field: string, initial: number | null) {
  const [picked, setPicked] = useState(initial)
  useLayoutEffect(() => {
    const early = form.current && new FormData(form.current).get(field)
    if (early) setPicked(Number(early))
  }, [form, field])
  return [picked, setPicked] as const
}

/**
 * The chosen number of people. One chosen before hydration is read from the form.
 *
 * @param typed the choice of a rejected post
 */
export function useParty(form: RefObject<HTMLFormElement | null>, typed: string | undefined) {
  const [partySize, setPartySize] = useState(Number(typed) || 1)
  useLayoutEffect(() => {
    const early = form.current && new FormData(form.current).get('partySize')
    if (early) setPartySize(Number(early))
  }, [form])
  return [partySize, setPartySize] as const
}
