import { useState } from 'react'

/**
 * Shows a choice from the click until the server has saved or rejected it, then the saved one. A mutation's own
 * pending state comes too late: React would reset a controlled input first.
 *
 * @param kept the saved choice
 * @param save sends the choice and calls `onSettled` once the result is loaded
 */
export function useChoice<Choice>(
  kept: Choice,
  save: (choice: Choice, options: { onSettled: () => void }) => void,
): [shown: Choice, choose: (choice: Choice) => void] {
  const [chosen, setChosen] = useState<{ choice: Choice }>()
  const choose = (choice: Choice) => {
    setChosen({ choice })
    save(choice, { onSettled: () => setChosen(undefined) })
  }
  return [chosen ? chosen.choice : kept, choose]
}
