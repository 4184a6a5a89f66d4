import { SMTPServer } from 'smtp-server'

/**
 * A real SMTP server on a free port, in a process of its own as it would be on another machine. It keeps nothing of an
 * email but that it came. First it sends its port, then each address that was asked for once an email to it is here.
 */
const came = new Set<string>()
const awaited = new Set<string>()
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, { envelope }, done) {
    stream.resume().once('end', () => {
      for (const { address } of envelope.rcptTo) {
        came.add(address)
        if (awaited.delete(address)) process.send!(address)
      }
      done()
    })
  },
})
server.on('error', () => {}) // a client that hangs up
const listener = server.listen(0, '127.0.0.1', () => process.send!(listener.address()))
process.on('message', (address: string) => {
  if (came.has(address)) process.send!(address)
  else awaited.add(address)
})
process.once('disconnect', () => process.exit())
