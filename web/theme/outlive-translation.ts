/** What a browser's translator puts in the place of a text: a `<font>` (Chrome, Edge) or an element of its own. Our pages have neither. */
const isTranslation = (node: Node | null): node is Element =>
  node instanceof Element && /^FONT$|-/.test(node.tagName)

/** By text node, which is empty while it is translated: the text it had, and the element that shows its translation. */
const translated = new WeakMap<Node, { text: string; shown: Element }>()
const translations = new WeakSet<Node>()

/**
 * Keeps a page true while a browser translates it. A translator takes a text node out of the page and puts a translation
 * in its place. React then changes, moves or removes a node that is not in the page, so the page shows an old time or
 * the screen crashes. Here the node goes back, empty, before its translation. Once the app gives it another text, or
 * removes it, the translation goes (docs/product.md, Translated pages).
 */
export function outliveTranslation() {
  const observer = new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === 'characterData') showText(record.target)
      else for (const node of record.removedNodes) if (node instanceof Text) followText(node, record)
    }
    observer.takeRecords() // our own changes
  })
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
}

/** The app gave a translated node another text, which the translator translates again. */
function showText(node: Node) {
  translated.get(node)?.shown.remove()
  translated.delete(node)
}

function followText(node: Text, record: MutationRecord) {
  const known = translated.get(node)
  if (!known) {
    const shown = !node.parentNode && node.data.trim() ? findTranslation(record) : undefined
    if (!shown) return
    translated.set(node, { text: node.data, shown })
    translations.add(shown)
    node.data = ''
    shown.before(node)
  } else if (!node.parentNode) showText(node)
  else if (known.shown.isConnected) node.after(known.shown)
  else {
    // The translator showed the original again.
    node.data = known.text
    translated.delete(node)
  }
}

/** The translation may have come in one step with the text's removal, before it (facebook/react issue 11538), or after it. */
function findTranslation({ target, addedNodes, previousSibling }: MutationRecord) {
  const after = previousSibling ? previousSibling.nextSibling : target.firstChild
  return [...addedNodes, previousSibling, after].filter(isTranslation).find((node) => !translations.has(node))
}
