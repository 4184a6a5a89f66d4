/** Where the choice of light, dark or system is kept, for both doors (docs/product.md, Theme). */
export const themeKey = 'vite-ui-theme'

/*
 * The two functions below run in the page before anything is painted: `themeScript` is their source text. So
 * they use nothing from outside themselves, and hold no comments.
 *
 * markScripting: class `js` on <html> lets the CSS narrow the page to what scripts will make operable. It goes
 * away again when the bundle cannot load or start, which leaves the page that works without scripts.
 *
 * showTheme: data-theme on <html> for a chosen theme, none for the system's. The two theme-color elements
 * follow, each told when to apply.
 */
function markScripting() {
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
export const themeScript = `(${markScripting})();try{(${showTheme})(localStorage.getItem(${JSON.stringify(themeKey)}))}catch{}`
