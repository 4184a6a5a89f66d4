import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { InjectOptions } from 'fastify'
import { vi } from 'vitest'
import type { Answer, TestApp } from './app.ts'
import type { TestUser } from './factories.ts'

export type Files = [field: string, content: Buffer | string, name?: string][]

/** Builds a form with files as a browser does; a list becomes repeated fields. */
export function formWith(files: Files, fields: Record<string, unknown> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    for (const text of [value].flat()) form.append(name, String(text))
  for (const [field, content, name = 'picture.png'] of files) {
    form.append(field, new Blob([new Uint8Array(Buffer.from(content))], { type: 'image/png' }), name)
  }
  return form
}

/** Retries while the server is too busy for large pictures, as on slow machines. @returns the final status */
export async function sendPatiently(send: () => Promise<Response>): Promise<number> {
  for (;;) {
    const answer = await send()
    await answer.arrayBuffer()
    if (answer.status !== 503) return answer.status
    await setTimeout(Number(answer.headers.get('retry-after')) * 1000)
  }
}

/** The same for a call of the app, whose limits on waiting end sooner on a machine that is busy otherwise. */
export async function callPatiently(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send()
    if (answer.status !== 503) return answer
    await setTimeout(Number(answer.headers['retry-after'] ?? 1) * 1000)
  }
}

/** Lists all files in the data folder. */
export async function filesOnDisk({ config }: TestApp): Promise<string[]> {
  const entries = await readdir(config.dataDir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => !entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name))
}

/** Sends the first megabyte of a file, then disconnects and waits until the app has noticed. */
export async function abandonUpload(
  { app }: TestApp,
  user: TestUser,
  method: InjectOptions['method'],
  url: string,
  field: string,
): Promise<void> {
  const address = app.server.listening
    ? app.server.address()
    : await app.listen({ port: 0, host: '127.0.0.1' })
  const port = typeof address === 'string' ? Number(new URL(address).port) : address!.port
  const ended = vi.fn()
  app.server.once('request', (request) => request.once('close', ended))
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `${method} ${url} HTTP/1.1\r\nHost: localhost\r\nCookie: ${user.cookie}\r\n` +
      'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n\r\n' +
      `--x\r\nContent-Disposition: form-data; name="${field}"; filename="a.png"\r\n\r\n`,
  )
  socket.write(Buffer.alloc(1_000_000), () => socket.destroy())
  await vi.waitFor(() => {
    if (ended.mock.calls.length === 0) throw new Error('The request has not ended.')
  }, 60_000)
}
