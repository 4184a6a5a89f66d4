/**
 * Returns a `Content-Disposition` header for a file name in any script, with an ASCII fallback for old clients.
 *
 * @param how shown in the page, or downloaded
 */
export function contentDisposition(how: 'inline' | 'attachment', name: string): string {
  const plain = name.normalize('NFKD').replace(/[^\x20-\x7e]|["\\%]/g, '')
  const whole = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  return `${how}; filename="${plain}"; filename*=UTF-8''${whole}`
}
