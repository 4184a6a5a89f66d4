/** localStorage key for light, dark or system, shared by the guest pages and the staff app (docs/product.md, Theme). */
export const themeKey = 'vite-ui-theme'

/*
 * The two functions below run in the page before the first paint: `themeScript` is their source text. So they use
 * nothing outside themselves and contain no comments.
 *
 * hydrateLate: loads the bundle once the page has loaded and the browser is idle, or at the first touch or key
 * (decision 042). A touch during parsing waits for the end of the page, where its data is. Safari has no
 * requestIdleCallback. The class `js` on <html> lets the CSS hide what scripts will make usable. It is removed if the
 * bundle can't load or start, which leaves the page that works without scripts.
 *
 * showTheme: sets data-theme on <html> for a selected theme, none for the system's, and updates the media queries of
 * the two theme-color elements.
 */
function hydrateLate() {
  if (!('noModule' in HTMLScriptElement.prototype)) return
  const html = document.documentElement
  html.classList.add('js')
  addEventListener(
    'error',
    (event) => {
      const script = event.target === window || event.target instanceof HTMLScriptElement
      if (script && !html.hasAttribute('data-live')) html.classList.remove('js')
    },
    true,
  )
  const touches = ['pointerdown', 'touchstart', 'keydown', 'focusin']
  function start() {
    for (const touch of touches) removeEventListener(touch, start, true)
    if (document.readyState === 'loading') {
      addEventListener('DOMContentLoaded', start)
      return
    }
    const src = html.dataset.script
    if (!src) return
    delete html.dataset.script
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src }))
  }
  for (const touch of touches) addEventListener(touch, start, true)
  addEventListener('load', () => {
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 2000 })
    else setTimeout(start, 200)
  })
}

export function showTheme(choice: string | null) {
  const theme = choice === 'light' || choice === 'dark' ? choice : null
  if (theme) document.documentElement.setAttribute('data-theme', theme)
  else document.documentElement.removeAttribute('data-theme')
  for (const meta of document.querySelectorAll('meta[name=theme-color]')) {
    const scheme = meta.getAttribute('data-scheme')
    const applies = theme === scheme ? 'all' : 'not all'
    meta.setAttribute('media', theme ? applies : `(prefers-color-scheme: ${scheme})`)
  }
}

/** The source of the page's one blocking script. Its hash is part of the content security policy. */
export const themeScript = `(${hydrateLate})();try{(${showTheme})(localStorage.getItem(${JSON.stringify(themeKey)}))}catch{}`
