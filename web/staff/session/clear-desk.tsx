import { createRoot } from 'react-dom/client'
import { forget, listKept } from '../api/device-store.ts'
import { readStoredUser } from '../api/stored-user.ts'
import { ConfirmDialog } from '../ui/dialog/dialog.tsx'
import { Themed } from '../ui/page/themed.tsx'
import { countOf } from '../ui/page/words.tsx'
import { beginLogOut } from './session-query.ts'

/**
 * Removes what the desk keeps of the user who logs out: guests, and changes that were not sent, which the user is asked
 * about (docs/product.md, The desk).
 *
 * @returns whether the user still wants to log out
 */
export async function clearDesk(): Promise<boolean> {
  const user = readStoredUser()
  if (!user) return true
  try {
    const unsent = await listKept(['change', user.id])
    if (unsent.length > 0 && !(await ask(unsent.length))) return false
    beginLogOut()
    await forget(['day', user.id])
    await forget(['change', user.id])
  } catch {
    // What can't be read was never kept.
  }
  return true
}

/** Asks in a dialog of its own: no screen has to load it before it is needed. */
async function ask(unsent: number): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const leaves = await new Promise<boolean>((answer) =>
    root.render(
      <Themed>
        <ConfirmDialog
          title="Log out and lose changes?"
          confirmLabel="Log out"
          keepLabel="Stay logged in"
          onConfirm={() => answer(true)}
          onClose={() => answer(false)}
        >
          {countOf(String(unsent), 'change')} at the desk {unsent === 1 ? 'wasn’t' : 'weren’t'} sent yet. Open
          the desk with a network to send {unsent === 1 ? 'it' : 'them'} first.
        </ConfirmDialog>
      </Themed>,
    ),
  )
  root.unmount()
  place.remove()
  return leaves
}
