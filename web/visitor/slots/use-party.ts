import { type RefObject, useLayoutEffect, useState } from 'react'

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
