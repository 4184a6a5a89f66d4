import { readFile } from 'node:fs/promises'
import { getPriority, constants as osConstants } from 'node:os'
import { imageMessages, photoImage } from '@trunkshow/contract/images.ts'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { eventForm, makeCompany, makeEvent } from '../../test/factories.ts'
import { noise } from '../../test/pictures.ts'
import { decodersOf, startWebProcess, waitUntilEnded } from '../../test/processes/web-process.ts'
import { formWith } from '../../test/uploads.ts'
import { throwDecodeError } from './decoder/decode.ts'
import { Decoder, inTurn } from './in-turn.ts'
import { NotPictureError } from './not-picture-error.ts'

const app = startTestApp()
afterEach(() => void vi.useRealTimers())

const pictures = {
  small: () => noise(300, 300).webp().toBuffer(),
  /** More pixels than a small picture. */
  large: () => noise(600, 500).png().toBuffer(),
}
type Size = keyof typeof pictures
const sizes = Object.keys(pictures) as Size[]

/** Returns the id of the process that decodes pictures of a size. */
async function pidFor(size: Size): Promise<number> {
  const content = await pictures[size]()
  const file = { size: content.length, read: async () => content }
  return inTurn(0, file, async (_, decoder) => {
    await decoder.run('countPixels', [content])
    return decoder.pid!
  })
}

test.each(sizes)(
  'a %s picture whose process is killed gets an error message, and the next one works',
  async (size) => {
    const host = await makeCompany(app)
    const { id } = await makeEvent(host)
    const banner = await pictures[size]()
    const send = () => host.call('PUT', `/api/events/${id}`, formWith([['banner', banner]], eventForm()))
    const pid = await pidFor(size)
    process.kill(pid, 'SIGSTOP') // so that it is killed in the middle of the picture
    const asked = vi.spyOn(Decoder.prototype, 'run')
    const told = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => void vi.restoreAllMocks())
    const sent = send()
    await vi.waitFor(() => expect(asked).toHaveBeenCalled(), 60_000)
    process.kill(pid, 'SIGKILL')
    const message = imageMessages.interrupted
    expect(await sent).toMatchObject({ status: 503, body: { code: 'unavailable', message } })
    expect(String(told.mock.calls)).toContain(': SIGKILL.')
    expect((await send()).status).toBe(200)
    expect(await pidFor(size)).not.toBe(pid)
  },
)

test('large pictures run at a lower priority than the server, small ones do not', async () => {
  expect(getPriority(await pidFor('large'))).toBe(
    Math.max(getPriority(), osConstants.priority.PRIORITY_BELOW_NORMAL),
  )
  expect(getPriority(await pidFor('small'))).toBe(getPriority())
})

test.skipIf(process.platform !== 'linux')('the decoder process has no secrets of the server', async () => {
  vi.stubEnv('APP_SECRET', 'known to the server alone')
  onTestFinished(() => void vi.unstubAllEnvs())
  const decoder = new Decoder()
  await decoder.run('countPixels', [await pictures.small()])
  const environment = await readFile(`/proc/${decoder.pid}/environ`, 'utf8')
  expect(environment).toContain('PATH=')
  expect(environment).not.toContain('APP_SECRET')
})

test('a picture that times out on a busy server is not reported as invalid', () => {
  expect(() => throwDecodeError(new Error('timeout: 40% complete'))).not.toThrow(NotPictureError)
  expect(() => throwDecodeError(new Error('bad seek'))).toThrow(NotPictureError)
})

test('the process ends after 30 idle seconds, and the next picture starts another', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const decoder = new Decoder()
  const content = await pictures.small()
  const count = () => decoder.run('countPixels', [content])
  await count()
  const pid = decoder.pid!
  vi.advanceTimersByTime(29_000)
  await count()
  vi.advanceTimersByTime(29_000)
  expect(decoder.pid).toBe(pid)
  vi.advanceTimersByTime(1000)
  await waitUntilEnded(pid)
  expect(await count()).toBe(90_000)
  expect(decoder.pid).not.toBe(pid)
})

test.runIf(process.platform !== 'win32')(
  'Ctrl-C in a terminal does not end a picture in progress',
  async () => {
    const decoder = new Decoder()
    const content = await pictures.large()
    await decoder.run('countPixels', [content])
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      const made = decoder.run('makeVersions', [content, photoImage.photo])
      process.kill(decoder.pid!, signal)
      expect((await made).versions).toHaveLength(3)
    }
  },
)

test.runIf(process.platform === 'linux').each(['SIGTERM', 'SIGKILL'] as const)(
  'a server decodes nothing in its own process, and leaves no decoder after %s',
  async (signal) => {
    const host = await makeCompany(app)
    const { id } = await makeEvent(host)
    const { origin, pid, end } = await startWebProcess(app)
    for (const size of sizes) {
      const body = formWith([['banner', await pictures[size]()]], eventForm())
      const url = `${origin}/api/events/${id}`
      const sent = await fetch(url, { method: 'PUT', headers: { cookie: host.cookie }, body })
      expect(sent.status).toBe(200)
    }
    expect(await readFile(`/proc/${pid}/maps`, 'utf8')).not.toContain('libvips')
    const decoders = await decodersOf(pid)
    expect(decoders).toHaveLength(2)
    await end(signal)
    await Promise.all(decoders.map(waitUntilEnded))
  },
)
