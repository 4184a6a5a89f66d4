/*
 * The two functions below run as their source text, so they use nothing outside themselves and contain no comments
 * (decision 053).
 *
 * growFrame: in the embedded page. Tells the page around it the page's height, whenever that changes, once it was asked
 * by it. Only an allowed site can be around it (frame-ancestors), and the answer goes to the origin that asked.
 *
 * placeFrame: on the host's site, where its script element stands. It makes the frame, asks for its height each time a
 * page in it has loaded, and listens to that frame and our origin alone. A module runs once for all its elements and
 * does not know them, so it looks for those that have no frame yet, also later: some sites make their pages by scripts.
 */
function growFrame() {
  let observer: ResizeObserver | undefined
  addEventListener('message', ({ source, origin, data }) => {
    const { body } = document
    if (source !== parent || data !== 'trunkshow-height?') return
    observer?.disconnect()
    observer = new ResizeObserver(() => {
      parent.postMessage({ trunkshowHeight: Math.ceil(body.getBoundingClientRect().height) }, origin)
    })
    observer.observe(body)
  })
}

function placeFrame() {
  const complain = (words: string) => console.error(`Trunkshow: ${words}`)
  const current = document.currentScript
  const scripts = current instanceof HTMLScriptElement ? [current] : [...document.scripts].filter(waits)
  if (scripts.length === 0)
    complain(
      'This page has no script element of embed.js with data-event or data-shows. Copy the line under Share.',
    )
  for (const script of scripts) {
    const { event, shows } = script.dataset
    if (!event && !shows)
      complain('The script element needs data-event or data-shows. Copy the line under Share.')
    else if (script.closest('head'))
      complain('Move the script element out of the head, to where guests are to book.')
    else place(script)
  }
  if (!current) {
    const placed = new WeakSet<Element>(scripts)
    const placeNew = () => {
      for (const script of [...document.scripts].filter(waits)) {
        if (placed.has(script) || !script.closest('body')) continue
        placed.add(script)
        place(script)
      }
    }
    new MutationObserver(placeNew).observe(document, { childList: true, subtree: true })
  }

  function waits({ src, dataset, nextElementSibling: next }: HTMLScriptElement) {
    const hasFrame = next instanceof HTMLIFrameElement && next.src.includes('/embed/')
    return /\/embed\.js([?#]|$)/.test(src) && Boolean(dataset.event || dataset.shows) && !hasFrame
  }

  function place(script: HTMLScriptElement) {
    const { origin } = new URL(script.src)
    const { event, shows, title, details } = script.dataset
    const frame = document.createElement('iframe')
    const page = `${event ? 'event' : 'shows'}/${encodeURIComponent(event || shows || '')}`
    frame.src = `${origin}/embed/${page}${details === undefined ? '' : '?details'}`
    frame.title = title || 'Book an appointment'
    Object.assign(frame.style, { display: 'block', width: '100%', height: '900px', border: '0' })
    frame.addEventListener('load', () => frame.contentWindow?.postMessage('trunkshow-height?', origin))
    addEventListener('message', (message) => {
      if (message.origin !== origin || message.source !== frame.contentWindow) return
      const height = Number(message.data?.trunkshowHeight)
      if (height > 0) frame.style.height = `${Math.min(height, 20_000)}px`
    })
    script.after(frame)
  }
}

/** The inline script of embedded pages. Its hash is part of their content security policy. */
export const frameScript = `(${growFrame})()`

/** The script that a host's site loads. */
export const embedScript = `(${placeFrame})()`
