/*
 * The two functions below run in the page before the first paint: `pageScript` is their source text. So they use
 * nothing outside themselves and contain no comments.
 *
 * hydrateLate: loads the bundle once the page has loaded and the browser is idle, or at the first touch or key
 * (decision 042), all its files at once. A touch during parsing waits for the end of the page, where its data is. Safari
 * has no requestIdleCallback. The class `js` on <html> lets the CSS hide what scripts will make usable. It is removed if
 * the bundle can't load or start, which leaves the page that works without scripts.
 *
 * keepTheme: sets data-theme on <html> for a selected theme, none for the system's, updates the media queries of the two
 * theme-color elements, and listens to the switch of the top bar, also on pages without a bundle. Where the browser
 * blocks storage, a choice lasts as long as the page.
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
    const [src, ...others] = html.dataset.scripts?.split(' ') ?? []
    if (!src) return
    delete html.dataset.scripts
    document.head.append(
      Object.assign(document.createElement('script'), { type: 'module', src }),
      ...others.map((href) => Object.assign(document.createElement('link'), { rel: 'modulepreload', href })),
    )
  }
  for (const touch of touches) addEventListener(touch, start, true)
  addEventListener('load', () => {
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 2000 })
    else setTimeout(start, 200)
  })
}

function keepTheme() {
  const key = 'vite-ui-theme'
  let choice: string | null = null
  function adopt() {
    try {
      choice = localStorage.getItem(key)
    } catch {}
    show()
  }
  function show() {
    const theme = choice === 'light' || choice === 'dark' ? choice : null
    const { dataset } = document.documentElement
    if (theme) dataset.theme = theme
    else delete dataset.theme
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
      const { scheme } = meta.dataset
      const applies = theme === scheme ? 'all' : 'not all'
      meta.media = theme ? applies : `(prefers-color-scheme: ${scheme})`
    }
    const select = document.querySelector<HTMLSelectElement>('select[name=theme]')
    if (select) select.value = theme ?? 'system'
  }
  adopt()
  addEventListener('DOMContentLoaded', show)
  addEventListener('storage', adopt)
  addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || target.name !== 'theme') return
    choice = target.value
    try {
      localStorage.setItem(key, choice)
    } catch {}
    show()
  })
}

/** The source of the page's one blocking script. Its hash is part of the content security policy. */
export const pageScript = `(${keepTheme})();(${hydrateLate})()`
