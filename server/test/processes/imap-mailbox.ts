import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/**
 * A mailbox behind as much of IMAP (RFC 9051) as reading and marking messages needs. It finds unread messages with a
 * header that has the searched words.
 */
export async function openImapMailbox(messages: string[]) {
  const seen = new Set<number>()
  const sockets = new Set<Socket>()

  function answer(command: string): string[] {
    const [, uid] = /^UID \w+ (\d+)/.exec(command) ?? []
    const source = messages[Number(uid) - 1]!
    if (command.startsWith('CAPABILITY')) return ['CAPABILITY IMAP4rev1']
    if (command.startsWith('LIST')) return ['LIST () "/" INBOX']
    if (command.startsWith('SELECT'))
      return [`${messages.length} EXISTS`, 'FLAGS (\\Seen)', 'OK [UIDVALIDITY 1]', 'OK [UIDNEXT 1000]']
    if (command.startsWith('UID SEARCH')) {
      const [, name, words] = / HEADER "?([\w-]+)"? "?([^" ]+)"?/i.exec(command)!
      const has = new RegExp(`^${name}:(.*(?:\\r\\n[ \\t].*)*)`, 'im')
      const found = messages.flatMap((message, at) =>
        !seen.has(at + 1) && has.exec(message)?.[1]?.includes(words!) ? at + 1 : [],
      )
      return [`SEARCH ${found.join(' ')}`]
    }
    if (command.startsWith('UID FETCH'))
      return [`${uid} FETCH (UID ${uid} BODY[]<0> {${Buffer.byteLength(source)}}\r\n${source})`]
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
      if (command.startsWith('LOGIN') && !command.includes('shows')) {
        socket.write(`${tag} NO [AUTHENTICATIONFAILED] Unknown user\r\n`)
        return
      }
      for (const part of answer(command)) socket.write(`* ${part}\r\n`)
      socket.write(`${tag} OK done\r\n`)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `imap://shows:secret@127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The numbers of the messages that are marked as read, from 1. */
    seen,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
