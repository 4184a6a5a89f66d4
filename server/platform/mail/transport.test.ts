import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { openTransport } from './transport.ts'

const app = startTestApp()

/** A mail server, or someone on the way to it, that offers a login and no STARTTLS. */
async function openWithoutTls(greeting = ['250-mail.test', '250 AUTH PLAIN LOGIN']) {
  const commands: string[] = []
  const server = createServer((socket) => {
    socket.write('220 mail.test ESMTP\r\n')
    createInterface(socket).on('line', (line) => {
      commands.push(line)
      const answer: Record<string, string[]> = {
        EHLO: greeting,
        HELO: ['250 mail.test'],
        STAR: ['454 4.7.0 TLS not available'],
        AUTH: ['235 2.7.0 OK'],
        DATA: ['354 Go on'],
        QUIT: ['221 Bye'],
      }
      for (const part of answer[line.slice(0, 4)] ?? (/^(MAIL|RCPT|\.$)/.test(line) ? ['250 OK'] : []))
        socket.write(`${part}\r\n`)
    })
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { commands, host: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const email = {
  from: 'shows@trunkshow.test',
  to: { name: 'Grace', address: 'grace@mail.test' },
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
}

test.each([
  ['hides that it can be encrypted', undefined],
  ['knows no EHLO', ['502 5.5.1 Unknown command']],
])('a server that must be encrypted and %s gets neither the password nor an email', async (_, greeting) => {
  const { commands, host } = await openWithoutTls(greeting)
  const smtpUrl = `smtp://shows:secret@${host}?tls=required`
  const transport = openTransport({ ...app.config, smtpUrl })
  onTestFinished(() => transport.close())
  await expect(transport.send('mail-1', email)).rejects.toThrow(/TLS/)
  expect(commands.length).toBeGreaterThan(0)
  expect(commands.filter((line) => /^(AUTH|MAIL|DATA)|secret|c2VjcmV0/i.test(line))).toEqual([])
})

test('without it, the email is sent as it was before', async () => {
  const { commands, host } = await openWithoutTls()
  const transport = openTransport({ ...app.config, smtpUrl: `smtp://shows:secret@${host}` })
  onTestFinished(() => transport.close())
  await transport.send('mail-1', email)
  expect(commands.some((line) => line.startsWith('AUTH PLAIN'))).toBe(true)
})
