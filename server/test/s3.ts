import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * How a storage fails: it answers 503 `SlowDown`, accepts a request and never answers, or breaks the connection in the
 * middle of a file.
 */
export type S3Failure = 'refuses' | 'hangs' | 'breaks off'

/** Runs an in-memory S3 with one bucket and path-style addresses, which can be made to fail. */
export async function openS3() {
  const objects = new Map<string, Buffer>()
  let failure: S3Failure | undefined
  const server = createServer(async (request, response) => {
    if (failure) return fail(failure, request, response)
    const { pathname, searchParams } = new URL(request.url!, 'http://s3')
    const key = decodeURIComponent(pathname).replace(/^\/shows\/?/, '')
    const reply = (status: number, body: Buffer | string = '') => response.writeHead(status).end(body)
    if (!request.headers.authorization?.includes('Credential=key-id/')) return reply(403)
    if (request.method === 'PUT') {
      objects.set(key, await buffer(request))
      return reply(200)
    }
    if (request.method === 'POST') {
      const named = [...(await buffer(request)).toString().matchAll(/<Key>(.+?)<\/Key>/g)]
      for (const [, name] of named) objects.delete(name!)
      return reply(200, '<DeleteResult/>')
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return reply(204)
    }
    if (searchParams.has('list-type')) {
      const names = [...objects.keys()].filter((name) => name.startsWith(searchParams.get('prefix') ?? ''))
      const contents = names.map((name) => `<Contents><Key>${name}</Key><Size>1</Size></Contents>`)
      return reply(200, `<ListBucketResult>${contents.join('')}</ListBucketResult>`)
    }
    const object = objects.get(key)
    return object ? reply(200, object) : reply(404)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    objects,
    settings: {
      S3_BUCKET: 'shows',
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_ACCESS_KEY_ID: 'key-id',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
    /** From now on every request fails in this way; without one it works again. */
    fail(how?: S3Failure) {
      failure = how
      server.closeAllConnections()
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function fail(how: S3Failure, request: IncomingMessage, response: ServerResponse) {
  if (how === 'refuses') return response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
  if (how === 'breaks off') {
    const breakOff = () => request.socket.destroy()
    request.once('data', breakOff).once('end', breakOff)
  }
}

/**
 * Runs an in-memory S3 until the test ends.
 *
 * @returns the settings that use it
 */
export async function startS3() {
  const { onTestFinished } = await import('vitest') // not at the top, since chaos scenes run without it
  const { settings, close } = await openS3()
  onTestFinished(close)
  return settings
}
