import { AppError } from '@trunkshow/contract/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

interface PrivateFile {
  /** Its key in the storage. */
  key: string
  /** Random and unique: content never changes under the same name. */
  filename: string
  fileType: string
  /** In bytes. */
  fileSize: number
  /** The name for people. */
  displayName: string
}

/**
 * Sends a stored file, which can run no scripts: pictures are shown, everything else is downloaded.
 *
 * @param file undefined if the caller may not see it
 * @throws AppError not_found
 */
export async function sendPrivateFile(
  { ctx: { files }, headers }: FastifyRequest,
  reply: FastifyReply,
  file: PrivateFile | undefined,
) {
  if (!file || !(await files.exists(file.key)))
    throw new AppError('not_found', 'There is nothing at this address.')
  const { key, filename, fileType, fileSize, displayName } = file
  const disposition = fileType.startsWith('image/') ? 'inline' : 'attachment'
  reply
    .headers({
      'cache-control': 'private, no-cache',
      etag: `"${filename}"`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'self'; sandbox",
      'content-disposition': contentDisposition(disposition, displayName),
    })
    .type(fileType)
  if (headers['if-none-match']?.includes(filename)) return reply.code(304).send()
  return reply.header('content-length', fileSize).send(await files.getStream(key))
}

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
