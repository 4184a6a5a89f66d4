import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/**
 * A mailbox with the part of IMAP (RFC 9051) that reading and marking messages needs, without STARTTLS. It finds messages
 * from a UID on with a header that has the searched words. Its UIDVALIDITY distinguishes it from an earlier one on the same port.
 */
export async function openImapMailbox(content: string[]) {
  const seen = new Set<number>()
  const fetched: number[] = []
  const commands: string[] = []
  const mailbox = {
    messages: content,
    uidValidity: randomInt(1, 2 ** 31),
    /** The message whose fetch breaks the connection; 0 for none. */
    breaksAt: 0,
  }
  const sockets = new Set<Socket>()

  function answer(command: string): string[] {
    const { messages, uidValidity } = mailbox
    const [, uid] = /^UID \w+ (\d+)/.exec(command) ?? []
    const source = messages[Number(uid) - 1]!
    if (command.startsWith('CAPABILITY')) return ['CAPABILITY IMAP4rev1']
    if (command.startsWith('LIST')) return ['LIST () "/" INBOX']
    if (command.startsWith('SELECT'))
      return [
        `${messages.length} EXISTS`,
        'FLAGS (\\Seen)',
        `OK [UIDVALIDITY ${uidValidity}]`,
        `OK [UIDNEXT ${messages.length + 1}]`,
      ]
    if (command.startsWith('UID SEARCH')) {
      const first = Number(/ UID (\d+):\*/.exec(command)?.[1] ?? 1)
      const [, name, words] = / HEADER "?([\w-]+)"? "?([^" ]+)"?/i.exec(command)!
      const has = new RegExp(`^${name}:(.*(?:\\r\\n[ \\t].*)*)`, 'im')
      const found = messages.flatMap((message, at) =>
        at + 1 >= Math.min(first, messages.length) && has.exec(message)?.[1]?.includes(words!) ? at + 1 : [],
      )
      return [`SEARCH ${found.join(' ')}`]
    }
    if (command.startsWith('UID FETCH')) {
      fetched.push(Number(uid))
      if (Number(uid) === mailbox.breaksAt) for (const socket of sockets) socket.destroy()
      return [`${uid} FETCH (UID ${uid} BODY[]<0> {${Buffer.byteLength(source)}}\r\n${source})`]
    }
    if (command.startsWith('UID STORE')) {
      seen.add(Number(uid))
      return [`${uid} FETCH (UID ${uid} FLAGS (\\Seen))`]
    }
    return []
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.write('* OK ready\r\n')
    createInterface(socket).on('line', (line) => {
      const [, tag, command = ''] = /^(\S+) (.*)$/.exec(line) ?? []
      commands.push(command)
      if (command.startsWith('LOGIN') && !command.includes('shows')) {
        socket.write(`${tag} NO [AUTHENTICATIONFAILED] Unknown user\r\n`)
        return
      }
      const parts = answer(command).map((part) => `* ${part}\r\n`)
      socket.write(`${parts.join('')}${tag} OK done\r\n`) // at once: the next packet would wait for an answer
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(mailbox, {
    url: `imap://shows:secret@127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The numbers of the messages that are marked as read, from 1. */
    seen,
    /** Those that were fetched, in order. */
    fetched,
    /** All commands that it received, in order. */
    commands,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  })
}
