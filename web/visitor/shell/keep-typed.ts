type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const fieldsIn = (root: Element) => [...root.querySelectorAll<Field>('input, select, textarea')]

/**
 * Returns a function that copies what a guest has typed or chosen into the fields that have taken the place of theirs,
 * and the focus. React renders a page from scratch where someone else has changed it before, as translators and password
 * managers do; the old fields, out of the page, still have it all (decision 067).
 */
export function keepTyped(root: Element) {
  const before = fieldsIn(root)
  const focused = document.activeElement
  return () => {
    const after = fieldsIn(root)
    for (const field of before) {
      const next = field.isConnected ? undefined : after.find((other) => isSame(field, other))
      if (!next) continue
      copy(field, next)
      if (field === focused) next.focus()
    }
  }
}

const isBox = ({ type }: Field) => type === 'radio' || type === 'checkbox'

const isSame = (field: Field, other: Field) =>
  field.name === other.name && field.type === other.type && (!isBox(field) || field.value === other.value)

/** As if the guest did it: React hears of it. */
function copy(field: Field, next: Field) {
  if (field instanceof HTMLInputElement && next instanceof HTMLInputElement) {
    if (field.checked !== next.checked) return next.click()
    if (field.type === 'file') next.files = field.files
  }
  if (field.value === next.value || field.type === 'hidden') return
  next.value = field.value
  for (const type of ['input', 'change']) next.dispatchEvent(new Event(type, { bubbles: true }))
}
