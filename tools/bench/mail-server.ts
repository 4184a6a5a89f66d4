import { SMTPServer } from 'smtp-server'

/**
 * A real SMTP server on a free port, in a process of its own as if on another machine. Of an email it stores only the
 * recipient. It first sends its port to its parent, then each awaited address once an email to it has arrived.
 */
const arrived = new Set<string>()
const awaited = new Set<string>()
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, { envelope }, done) {
    stream.resume().once('end', () => {
      for (const { address } of envelope.rcptTo) {
        arrived.add(address)
        if (awaited.delete(address)) process.send!(address)
      }
      done()
    })
  },
})
server.on('error', () => {}) // a client that hangs up
const listener = server.listen(0, '127.0.0.1', () => process.send!(listener.address()))
process.on('message', (address: string) => {
  if (arrived.has(address)) process.send!(address)
  else awaited.add(address)
})
process.once('disconnect', () => process.exit())
