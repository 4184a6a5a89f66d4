import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/**
 * Runs an in-memory S3 with one bucket and path-style addresses until the test ends.
 *
 * @returns the settings that use it
 */
export async function startS3() {
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
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
  onTestFinished(() => void server.close())
  return {
    S3_BUCKET: 'shows',
    S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    S3_ACCESS_KEY_ID: 'key-id',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
}
