import { useState } from 'react'

/** A choice that this browser keeps, as JSON, such as whether the menu is collapsed. */
export function useStoredChoice<Choice>(key: string, usual: Choice) {
  const [choice, setChoice] = useState((): Choice => {
    try {
      return JSON.parse(localStorage.getItem(key)!) ?? usual
    } catch {
      return usual
    }
  })
  function choose(choice: Choice) {
    setChoice(choice)
    localStorage.setItem(key, JSON.stringify(choice))
  }
  return [choice, choose] as const
}
