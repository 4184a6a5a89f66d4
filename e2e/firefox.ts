import type { Browser } from '@playwright/test'

/** Why a test does not run in Firefox. */
export const SCRIPTS_STAY_ON = 'Playwright cannot turn JavaScript off over WebDriver BiDi'
export const NO_DROP = 'Over WebDriver BiDi, Firefox drags but never drops'
export const NO_BODIES = 'Over WebDriver BiDi, Playwright does not read what a request sends'
export const NO_DEVTOOLS = 'Firefox has no DevTools protocol, which slows the network down in Chromium'

/** Playwright's BiDi session, which it does not publish. */
interface BidiSession {
  send(method: string, params: object): Promise<unknown>
  emit(event: string, params: object): boolean
}

/**
 * Fills gaps of driving an installed Firefox over WebDriver BiDi:
 *
 * - Playwright emulates color schemes with a command that Firefox 153 does not have. A preference of Firefox does the
 *   same, for all pages of the browser.
 * - Playwright ignores a download without a navigation, which is how Firefox reports a download of a `blob:` address.
 *   Now its address is the navigation.
 * - Playwright fills in a field by setting its `value`, which React does not notice, and an email field by appending.
 *   Now text is inserted as if it were pasted.
 */
export async function fillBidiGaps(browser: Browser) {
  const { _connection } = browser as unknown as { _connection: { toImpl(it: object): unknown } }
  const { _browserSession: session } = _connection.toImpl(browser) as { _browserSession: BidiSession }
  const prototype: BidiSession = Object.getPrototypeOf(session)
  const { send, emit } = prototype
  const tree = await session.send('browsingContext.getTree', { 'moz:scope': 'chrome' })
  const [target] = (tree as { contexts: { context: string }[] }).contexts
  prototype.send = function (method, params) {
    if (method !== 'emulation.setMediaFeaturesOverride') return send.call(this, method, params)
    const { features } = params as { features: { 'prefers-color-scheme'?: string } }
    const scheme = features['prefers-color-scheme'] === 'dark' ? 0 : 1
    const expression = `Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', ${scheme})`
    return send.call(session, 'script.evaluate', { expression, target, awaitPromise: false })
  }
  prototype.emit = function (event, params) {
    if (!event.startsWith('browsingContext.download')) return emit.call(this, event, params)
    const { navigation, url } = params as { navigation: string | null; url: string }
    return emit.call(this, event, { ...params, navigation: navigation ?? url })
  }
  await session.send('script.addPreloadScript', { functionDeclaration: String(insertAsPasted) })
}

/** Replaces Playwright's function in every page; it runs there, so it uses nothing from here. */
function insertAsPasted() {
  const insert = (text: string) => {
    const { activeElement } = document
    if (activeElement?.tagName === 'IFRAME') return activeElement
    document.execCommand('insertText', false, text)
  }
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insert, set() {} })
}
