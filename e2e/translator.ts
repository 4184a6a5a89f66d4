/**
 * What a browser's page translator does to a page, as an init script: it replaces each text, also one that comes or
 * changes later, and keeps the text's old node (facebook/react issue 11538). The "translation" here is the same text,
 * so that locators find it, and a page that no longer shows what the app says fails them. The event `show-original`
 * puts the old nodes back.
 */
export function translate() {
  const untranslated = 'head, script, style, textarea, font, [translate="no"]'
  const replaced: [Node, Node][] = []
  const textsIn = (root: Node) => {
    if (root instanceof Text) return [root]
    const texts: Node[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode)
    return texts
  }
  const translateIn = (root: Node) => {
    for (const text of textsIn(root)) {
      if (!text.nodeValue!.trim() || text.parentElement!.closest(untranslated)) continue
      const translation = document.createElement('font')
      translation.append(document.createElement('font'))
      translation.firstElementChild!.textContent = text.nodeValue
      text.parentNode!.insertBefore(translation, text)
      text.parentNode!.removeChild(text)
      replaced.push([text, translation])
    }
  }
  document.addEventListener('DOMContentLoaded', () => {
    translateIn(document.body)
    const observer = new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records)
        for (const node of type === 'characterData' ? [target] : addedNodes)
          if (document.body.contains(node)) translateIn(node)
    })
    observer.observe(document.body, { childList: true, characterData: true, subtree: true })
    document.addEventListener('show-original', () => {
      observer.disconnect()
      for (const [text, translation] of replaced)
        if (translation.isConnected) translation.parentNode!.replaceChild(text, translation)
    })
  })
}
