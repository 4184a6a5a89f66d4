/** Tells the shop that a person looks at the page, at the first press or key: mail scanners only open it. */
const see = ({ isTrusted }: Event) => {
  if (!isTrusted) return
  removeEventListener('pointerdown', see)
  removeEventListener('keydown', see)
  void fetch(`${location.pathname}/seen`, { method: 'POST', keepalive: true })
}
addEventListener('pointerdown', see)
addEventListener('keydown', see)
