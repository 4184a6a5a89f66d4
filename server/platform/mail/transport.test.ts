import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { failureOf } from './failure-of.ts'
import { openTransport, senderOf } from './transport.ts'

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

const reply = (command: string, response: string, code = command === 'DATA' ? 'EMESSAGE' : 'EENVELOPE') =>
  Object.assign(new Error(`refused: ${response}`), {
    code,
    command,
    response,
    responseCode: Number(response.slice(0, 3)),
  })

test.each([
  ['RCPT TO', '550 5.1.1 <a@b.test>: Recipient address rejected: User unknown', 'unknownAddress'],
  ['RCPT TO', '550-5.1.1 The email account that you tried to reach does not exist.', 'unknownAddress'],
  ['RCPT TO', '550 5.1.2 Domain not found', 'unknownDomain'],
  ['RCPT TO', '556 5.1.10 Recipient address has null MX', 'unknownDomain'],
  ['RCPT TO', '501 5.1.3 Bad recipient address syntax', 'invalidAddress'],
  ['RCPT TO', '550 5.2.1 This mailbox is disabled', 'mailboxOff'],
  ['RCPT TO', '552 5.2.2 Mailbox full', 'mailboxFull'],
  ['RCPT TO', '550 5.4.1 Recipient address rejected: Access denied', 'unreachableMailbox'],
  ['RCPT TO', '550 5.7.1 Relaying denied', 'refusedAddress'],
  ['RCPT TO', '550 Requested action not taken: mailbox unavailable', 'refusedAddress'],
  ['RCPT TO', '551 User not local', 'unknownAddress'],
  ['RCPT TO', '553 Requested action not taken: mailbox name not allowed', 'invalidAddress'],
  ['RCPT TO', '554 5.5.0 Transaction failed', 'refused'],
  ['DATA', '552 5.3.4 Message too big for system', 'tooLarge'],
  ['DATA', '552 Message size exceeds fixed limit', 'tooLarge'],
  ['DATA', '554 5.7.1 Message rejected as spam', 'refusedContent'],
  ['DATA', '554 Transaction failed', 'refusedContent'],
])('a final reply to %s: %s', (command, response, failure) => {
  expect(failureOf(reply(command, response))).toEqual({
    failure,
    message: response,
    isFinal: true,
    isOwn: true,
  })
})

test.each([
  ['RCPT TO', '450 4.7.1 Greylisted, try again in 5 minutes', 'later'],
  ['RCPT TO', '451 4.1.1 Could not verify the recipient', 'later'],
  ['RCPT TO', '452 4.2.2 Mailbox full', 'mailboxFull'],
  ['RCPT TO', '450 4.4.1 No answer from host', 'unreachableMailbox'],
  ['DATA', '451 Requested action aborted: local error in processing', 'later'],
])('a reply to %s that may change, about one email: %s', (command, response, failure) => {
  expect(failureOf(reply(command, response))).toMatchObject({ failure, isFinal: false, isOwn: true })
})

test.each([
  [reply('MAIL FROM', '550 5.7.1 Sender not allowed'), 'refusedSender'],
  [reply('AUTH PLAIN', '535 5.7.8 Authentication failed', 'EAUTH'), 'refusedLogin'],
  [reply('CONN', '421 4.3.2 Service shutting down', 'ECONNECTION'), 'busy'],
  [Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET', syscall: 'connect' }), 'unreachable'],
  [Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'EDNS' }), 'unreachable'],
  [Object.assign(new Error('Greeting never received'), { code: 'ETIMEDOUT' }), 'unreachable'],
  [Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT' }), 'unanswered'],
  [Object.assign(new Error('Connection closed unexpectedly'), { code: 'ECONNECTION' }), 'unanswered'],
  [Object.assign(new Error('read ECONNRESET'), { code: 'ESOCKET', syscall: 'read' }), 'unanswered'],
])('a failure of the mail server says nothing about the email: %s', (error, failure) => {
  expect(failureOf(error)).toMatchObject({ failure, isFinal: false, isOwn: false })
})

test('an address that nodemailer refuses is not tried again', () => {
  const error = Object.assign(new Error('Invalid recipient "a b"'), { code: 'EENVELOPE', command: 'API' })
  expect(failureOf(error)).toMatchObject({ failure: 'invalidAddress', isFinal: true, isOwn: true })
})

const address = 'shows@trunkshow.test'

test.each([
  ['Maison Vale', `Maison Vale <${address}>`],
  ['  Maison\n\tVale ', `Maison Vale <${address}>`],
  ['Maison Vale\r\nBcc: all@mail.test', null],
  ['Maison\u202eelaV\u200b', `Maison elaV <${address}>`],
  ['Vale, Lind & Co.: Bridal (NYC)', `"Vale, Lind & Co.: Bridal (NYC)" <${address}>`],
  ['東京のドレス', `東京のドレス <${address}>`],
  ['owner@bank.test', null],
  ['owner\uff20bank.test', null],
  ['owner\ufe6bbank.test', null],
  ['Bank <owner', null],
  ['Bank\uff1cowner', null],
  ['Maison "Vale"', null],
  ['https://bank.test', null],
  ['\u200b', null],
  ['', null],
  [undefined, null],
])('emails of the company %j come from our address', (name, sender) => {
  const mailFrom = `Your Shop <${address}>`
  expect(senderOf(mailFrom, name)).toBe(sender ?? mailFrom)
  expect(senderOf(address, name)).toBe(sender ?? address)
})

test.each(['Maison Vale', 'Vale, Lind & Co.: Bridal (NYC)', '東京のドレス', 'Élan; Paris [FR]'])(
  'the header of an email has one sender, called %s',
  async (name) => {
    const transport = openTransport({ ...app.config, smtpUrl: undefined })
    const id = `mail-${randomUUID()}`
    await transport.send(id, { ...email, from: senderOf(address, name) })
    const written = await PostalMime.parse(await readFile(join(app.config.dataDir, 'outbox', `${id}.eml`)))
    expect(written.from).toEqual({ name, address })
  },
)
