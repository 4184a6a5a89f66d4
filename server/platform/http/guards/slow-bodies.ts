import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { AppError } from '@trunkshow/contract/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A body must arrive within this window; a large one must send this many bytes in each. */
const WINDOW_SECONDS = 30
const WINDOW_BYTES = 30_000

/** Node's own limits, in milliseconds. A request with files may take five minutes as long as it makes progress. */
export const timeouts = {
  requestTimeout: 300_000,
  http: { headersTimeout: WINDOW_SECONDS * 1000, connectionsCheckingInterval: 5000 },
}

/** Ends requests that hold a connection by sending their body too slowly, with 408 unless a response has begun. */
export async function endSlowBodies(request: FastifyRequest, reply: FastifyReply) {
  const { raw, routeOptions } = request
  const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0
  if (!hasBody || raw.complete) return
  const { largeBody } = routeOptions.config
  let before = raw.socket.bytesRead
  const timer = setInterval(() => {
    const { bytesRead } = raw.socket
    if (largeBody && !reply.raw.headersSent && bytesRead - before >= WINDOW_BYTES) {
      before = bytesRead
      return
    }
    clearInterval(timer)
    if (raw.complete) return
    if (reply.raw.headersSent) raw.destroy()
    else refuseUnparsed({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket)
  }, WINDOW_SECONDS * 1000).unref()
  for (const event of ['end', 'close']) raw.once(event, () => clearInterval(timer))
}

/** Only reads what a client still sends after its answer, or it would not read that. `endSlowBodies` ends it. */
export async function stopParsing({ raw }: FastifyRequest) {
  if (raw.complete) return
  raw.unpipe()
  raw.resume()
}

/** Answers a request that could not be parsed with our error format, and closes the connection. */
export function refuseUnparsed(error: { code?: string }, socket: Duplex) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, body } = refusalOf(error.code)
  const text = JSON.stringify(body)
  if (socket.writable) {
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(text)}`,
      'Connection: close',
    ]
    socket.write([...head, '', text].join('\r\n'))
  }
  socket.destroy()
}

function refusalOf(code: string | undefined): AppError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError('too_slow', 'This took too long to arrive. Check your connection and try again.')
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('too_large', 'What was sent is too large.')
  return new AppError('invalid', 'The request could not be read.')
}

/** More than any body of the contract needs. */
const MAX_LEVELS = 100

/** Whether a JSON text nests deeper than a body may: recursive code, such as JSON.stringify, fails at some thousands. */
export function nestsTooDeep(text: string): boolean {
  let level = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '"') isQuoted = !isQuoted
    else if (isQuoted) at += char === '\\' ? 1 : 0
    else if (char === ']' || char === '}') level--
    else if ((char === '[' || char === '{') && ++level > MAX_LEVELS) return true
  }
  return false
}
