import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { openFiles } from './storage.ts'

/** As much of S3 as keeps files: path-style addresses of one bucket, in memory. */
async function startS3() {
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
  return { objects, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'trunkshow-files-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

const places = {
  'the data folder': async () => ({ DATA_DIR: await makeFolder() }),
  'a bucket': async () => ({
    DATA_DIR: await makeFolder(),
    S3_BUCKET: 'shows',
    S3_ENDPOINT: (await startS3()).endpoint,
    S3_ACCESS_KEY_ID: 'key-id',
    S3_SECRET_ACCESS_KEY: 'secret',
  }),
}

describe.each(Object.entries(places))('files in %s', (_place, settings) => {
  test('are stored, read, listed and deleted by folder', async () => {
    const files = await openFiles(readConfig(await settings()))
    const keys = ['images/aa/96.webp', 'images/aa/192.webp', 'images/bb/96.webp']
    for (const key of keys) await files.put(key, Buffer.from(key))
    await files.put(keys[0]!, Buffer.from('again'))
    expect((await buffer(await files.getStream(keys[0]!))).toString()).toBe('again')
    expect(await files.exists('images/cc/96.webp')).toBe(false)

    const list = async () => {
      const { objects } = await files.listAll('images', { recursive: true })
      return Array.from(objects as Iterable<{ key: string }>, ({ key }) => key).sort()
    }
    expect(await list()).toEqual([...keys].sort())
    await files.deleteAll('images/aa')
    expect(await list()).toEqual(['images/bb/96.webp'])
    expect(await files.exists(keys[0]!)).toBe(false)
  })
})

test('a file that could not be written leaves no part of it', async () => {
  const DATA_DIR = await makeFolder()
  const files = await openFiles(readConfig({ DATA_DIR }))
  await files.put('images/aa/96.webp/inside', 'so that 96.webp is a folder')
  await expect(files.put('images/aa/96.webp', 'a file')).rejects.toThrow()
  expect(await readdir(join(DATA_DIR, 'uploads/images/aa'))).toEqual(['96.webp'])
})
