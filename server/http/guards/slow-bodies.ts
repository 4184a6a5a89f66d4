import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { AppError } from '@trunkshow/contract/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether people send whole files to the route, which may take longer than a form. */
    largeBody?: boolean
  }
}

/** Seconds in which a body must have come, and each so many bytes of a large one. */
const WINDOW_SECONDS = 30
const WINDOW_BYTES = 30_000

/**
 * What Node is told of its own limits, in milliseconds: the head of a request has as long as a body without files, the
 * whole of one that brings files (20 MB over a weak connection) as long as it makes progress, but no longer than this.
 */
export const timeouts = {
  requestTimeout: 300_000,
  http: { headersTimeout: WINDOW_SECONDS * 1000, connectionsCheckingInterval: 5000 },
}

/**
 * Ends requests that hold a connection by sending their body slowly: in 30 seconds it must be here, or, where files or
 * other large bodies are expected, another 30 KB of it. The caller is told 408, unless an answer has begun.
 */
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
    else refuseUnread({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket)
  }, WINDOW_SECONDS * 1000).unref()
  for (const event of ['end', 'close']) raw.once(event, () => clearInterval(timer))
}

/** Answers what never became a request, in the form of every refusal, and closes the connection. */
export function refuseUnread(error: { code?: string }, socket: Duplex) {
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
