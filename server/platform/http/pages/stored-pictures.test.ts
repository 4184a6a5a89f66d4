import { randomBytes } from 'node:crypto'
import { imageUrl, type OtherFormat } from '@trunkshow/contract/images.ts'
import { Disk } from 'flydrive'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { makeCompany, type TestUser } from '../../../test/factories.ts'
import { blank } from '../../../test/pictures.ts'
import { Decoder, inTurn, pictureKey, turnOfGuests, waitingPictures } from '../../files/in-turn.ts'
import { log } from '../../log/log.ts'

const app = startTestApp()

/** A picture that is transparent but for its left half. */
const halfClear = (width: number, height: number) =>
  blank(width / 2, height).extend({ right: width / 2, background: { r: 0, g: 0, b: 0, alpha: 0 } })

/** Stores a version as earlier versions of the app did, without its row unless a company is given. */
async function store(width: number, height: number, owner?: TestUser) {
  const hash = randomBytes(16).toString('hex')
  await app.files.put(pictureKey(hash, width), await halfClear(width, height).webp().toBuffer())
  if (owner)
    await app.rows('INSERT INTO pictures (company_id, hash, bytes) VALUES ($1, $2, 1)', [
      owner.companyId,
      hash,
    ])
  return hash
}

const open = (url: string) => app.app.inject({ url })
const isStored = (hash: string, width: number, format: OtherFormat) =>
  app.files.exists(pictureKey(hash, width, format))

test.each([
  { format: 'png', type: 'image/png', right: [0, 0, 0, 0] },
  { format: 'jpg', type: 'image/jpeg', right: [255, 255, 255] },
] as const)('a stored picture is a $format too, made once', async ({ format, type, right }) => {
  const hash = await store(200, 80)
  for (const isMade of [false, true]) {
    expect(await isStored(hash, 200, format)).toBe(isMade)
    const { statusCode, headers, rawPayload } = await open(imageUrl(hash, 200, format))
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(headers['set-cookie']).toBeUndefined()
    const picture = sharp(rawPayload)
    expect(await picture.metadata()).toMatchObject({
      format: format === 'jpg' ? 'jpeg' : format,
      width: 200,
      height: 80,
    })
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
    expect([...data.subarray(-info.channels)]).toEqual(right)
  }
})

test('fifty who ask at once have it converted once', async () => {
  const hash = await store(200, 80)
  const ran = vi.spyOn(Decoder.prototype, 'run')
  onTestFinished(() => void vi.restoreAllMocks())
  const url = imageUrl(hash, 200, 'png')
  const answers = await Promise.all(Array.from({ length: 50 }, () => open(url)))
  answers.push(await open(url))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(1)
  expect(ran.mock.calls.filter(([task]) => task === 'convert')).toHaveLength(1)
})

test('nothing else is converted', async () => {
  const [logo, banner] = [await store(384, 96), await store(1920, 480)]
  await app.files.put(pictureKey(banner, 480), await halfClear(480, 120).webp().toBuffer())
  const ran = vi.spyOn(Decoder.prototype, 'run')
  onTestFinished(() => void vi.restoreAllMocks())
  const none = randomBytes(16).toString('hex')
  for (const name of [
    `${none}/384.png`,
    `${none}/384.jpg`,
    `${logo}/96.png`,
    `${logo}/0384.png`,
    `${logo}/384.gif`,
    `${logo}/384.avif`,
    `${logo}/384.jpeg`,
    `${logo}/384.PNG`,
    `${logo}/384.png.webp`,
    `${logo}/384.webp.png`,
    `${logo}/-384.png`,
    `${logo}/../${banner}/1920.png`,
    // Too wide for their format.
    `${banner}/1920.jpg`,
    `${banner}/480.png`,
  ])
    expect((await open(`/uploads/images/${name}`)).statusCode, name).toBe(404)
  expect(ran).not.toHaveBeenCalled()
  expect((await open(imageUrl(banner, 480, 'jpg'))).statusCode).toBe(200)
})

test('a company whose pictures are asked for too often delays no other, nor its own staff', async () => {
  const [busy, other] = [await makeCompany(app), await makeCompany(app)]
  const [refused, others] = [await store(200, 80, busy), await store(200, 80, other)]
  const theirs = await Promise.all(Array.from({ length: 30 }, () => store(200, 80, busy)))
  const content = await halfClear(200, 80).webp().toBuffer()
  const file = { size: content.length, read: async () => content }
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = inTurn(0, file, async () => {
    begun.resolve()
    await end.promise
  })
  await begun.promise
  const waits = (turn: number, count: number) =>
    vi.waitFor(() => expect(waitingPictures(turn)).toBe(count), { timeout: 60_000 })
  const answers = theirs.map((hash) => open(imageUrl(hash, 200, 'png')))
  try {
    await waits(turnOfGuests(busy.companyId), 30)
    const { statusCode, headers } = await open(imageUrl(refused, 200, 'png'))
    expect([statusCode, headers['retry-after']]).toEqual([503, '8'])
    const isServed = open(imageUrl(others, 200, 'png'))
    await waits(turnOfGuests(other.companyId), 1)
    const staff = inTurn(busy.companyId, file, async () => 'staff')
    end.resolve()
    expect((await isServed).statusCode).toBe(200)
    expect(await staff).toBe('staff')
  } finally {
    end.resolve()
    await Promise.all([held, ...answers])
  }
  expect((await open(imageUrl(refused, 200, 'png'))).statusCode).toBe(200)
})

test('it is shown also where no more can be stored', async () => {
  const hash = await store(200, 80)
  vi.spyOn(Disk.prototype, 'put').mockRejectedValue(Object.assign(new Error('full'), { code: 'ENOSPC' }))
  const told = vi.spyOn(log, 'error').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  expect((await open(imageUrl(hash, 200, 'png'))).statusCode).toBe(200)
  expect(told).toHaveBeenCalledTimes(1)
  expect(await isStored(hash, 200, 'png')).toBe(false)
})
