import { useState } from 'react'

/**
 * What somebody chose, shown from the click on until the server has kept or refused it; then what is kept. A mutation's
 * own pending state comes a moment after the click, in which React would set a controlled input back.
 *
 * @param kept what the server last said
 * @param save sends the choice and calls `onSettled` when what came of it is loaded
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
