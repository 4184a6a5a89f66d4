/** localStorage key for light, dark or system, shared by the guest pages and the staff app (docs/product.md, Theme). */
export const themeKey = 'vite-ui-theme'

/*
 * The two functions below run in the page before the first paint: `themeScript` is their source text. So they use
 * nothing outside themselves and contain no comments.
 *
 * markScripting: the class `js` on <html> lets the CSS hide what scripts will make usable. It is removed if the
 * bundle can't load or start, which leaves the page that works without scripts.
 *
 * showTheme: sets data-theme on <html> for a selected theme, none for the system's, and updates the media queries of
 * the two theme-color elements.
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
