import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { imageMessages } from '@trunkshow/contract/images.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { openS3, startS3 } from '../../test/s3.ts'
import { openFiles, toStorageError } from './storage.ts'

async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'trunkshow-files-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

const places = {
  'the data folder': async () => ({ DATA_DIR: await makeFolder() }),
  'a bucket': async () => ({
    DATA_DIR: await makeFolder(),
    ...(await startS3()),
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

test.each(['refuses', 'breaks off'] as const)('a bucket that %s cannot be written or read', async (how) => {
  const bucket = await openS3()
  onTestFinished(bucket.close)
  const files = await openFiles(readConfig({ DATA_DIR: await makeFolder(), ...bucket.settings }))
  await files.put('images/aa/96.webp', 'before')
  bucket.fail(how)
  const away = (message: string) => expect.objectContaining({ code: 'unavailable', status: 503, message })
  const put = await files.put('images/aa/96.webp', 'after').catch((error: unknown) => error)
  expect(toStorageError(put)).toEqual(away(imageMessages.notStored))
  const get = await files.getStream('images/aa/96.webp').catch((error: unknown) => error)
  expect(toStorageError(get)).toEqual(away(imageMessages.notRead))
  bucket.fail()
  expect((await buffer(await files.getStream('images/aa/96.webp'))).toString()).toBe('before')
})

test('a failed write leaves no partial file', async () => {
  const DATA_DIR = await makeFolder()
  const files = await openFiles(readConfig({ DATA_DIR }))
  await files.put('images/aa/96.webp/inside', 'so that 96.webp is a folder')
  await expect(files.put('images/aa/96.webp', 'a file')).rejects.toThrow()
  expect(await readdir(join(DATA_DIR, 'uploads/images/aa'))).toEqual(['96.webp'])
})
