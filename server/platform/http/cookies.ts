import type { Config } from '../../config.ts'

type PublicUrl = Pick<Config, 'publicUrl'>

/** Whether browsers reach the app by https, and may keep cookies for https alone. */
export const isSecure = ({ publicUrl }: PublicUrl): boolean => publicUrl.startsWith('https:')

/**
 * The name under which a browser keeps a cookie. Behind https its prefix makes browsers refuse one that another host of
 * the domain, or a page without https, tries to plant (docs/decisions/065-cookies-are-bound-to-their-host.md).
 */
export const cookieName = (config: PublicUrl, name: string): string =>
  isSecure(config) ? `__Host-${name}` : name

/** What every cookie of the app is set and removed with: browsers refuse the prefix without it. */
export const cookieOptions = (config: PublicUrl) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(config) }) as const
