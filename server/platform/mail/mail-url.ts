/**
 * Reads SMTP_URL or IMAP_URL. `?tls=required` at its end refuses a connection that does not become encrypted, before the
 * password is sent (docs/operating.md).
 *
 * @returns the URL without it
 */
export function readMailUrl(given: string): { url: URL; requiresTls: boolean } {
  const url = new URL(given)
  const requiresTls = url.searchParams.get('tls') === 'required'
  url.searchParams.delete('tls')
  return { url, requiresTls }
}
