import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { EventImage } from '@trunkshow/contract/images.ts'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../db/embedded/find-free-port.ts'
import { startTestApp } from '../test/app.ts'
import { eventForm, makeCompany, makeEvent } from '../test/factories.ts'
import { makeHugePng, noise } from '../test/pictures.ts'

const app = startTestApp()

/** Makes a process answer each message with the most memory it ever had, in kilobytes. */
const tellMemory = `data:text/javascript,process.on('message', () => process.send(process.resourceUsage().maxRSS))`

/** The product as a process of its own, which serves pages on this test's database. */
async function startWeb(port: string) {
  const arguments_ = ['--import', tellMemory, '--import', 'tsx', 'server/main.ts']
  const child = spawn(process.execPath, arguments_, {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: {
      PATH: process.env.PATH,
      ROLE: 'web',
      PORT: port,
      DATA_DIR: app.config.dataDir,
      DATABASE_URL: app.config.databaseUrl!,
      APP_SECRET: app.config.appSecret,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const closed = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await closed
  })
  for await (const line of createInterface(child.stdout!)) if (line.startsWith('Trunkshow is ready')) break
  return async function mostMegabytes() {
    const answer = once(child, 'message')
    child.send('memory')
    return ((await answer)[0] as number) / 1024
  }
}

test('pictures of any size, many at once, take less than 150 MB', { timeout: 300_000 }, async () => {
  const host = await makeCompany(app)
  const event = await makeEvent(host)
  const port = String(await findFreePort())
  const mostMegabytes = await startWeb(port)

  async function send(field: EventImage, file: Buffer) {
    const body = new FormData()
    for (const [name, value] of Object.entries(eventForm())) body.set(name, String(value))
    body.set(field, new Blob([new Uint8Array(file)]), 'picture')
    const url = `http://localhost:${port}/api/events/${event.id}`
    return (await fetch(url, { method: 'PUT', headers: { cookie: host.cookie }, body })).status
  }

  expect(await send('logo', await noise(40, 40).png().toBuffer())).toBe(200)
  const before = await mostMegabytes()
  const huge = makeHugePng()
  const photo = await noise(4000, 3000).jpeg({ quality: 90 }).toBuffer()
  const tooLarge = Buffer.alloc(21 * 1024 * 1024, photo)
  const turns = Array.from({ length: 2 }, () => [
    send('banner', huge),
    send('banner', tooLarge),
    send('banner', photo),
    send('logo', tooLarge),
  ])
  expect(await Promise.all(turns.flat())).toEqual(turns.flatMap(() => [400, 413, 200, 413]))
  expect((await mostMegabytes()) - before).toBeLessThan(150)
})
