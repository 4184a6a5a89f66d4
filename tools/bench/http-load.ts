import { createConnection } from 'node:net'
import { performance } from 'node:perf_hooks'

export interface Load {
  /** Responses per second. */
  rate: number
  /** One per response, in milliseconds. */
  latencies: number[]
  /** How busy this process kept one core, from 0 to 1. */
  busy: number
}

/**
 * Loads a server for `seconds` over `clients` connections; each sends its next request after a response. Plain sockets,
 * because CPU time used here is missing from the server on the same machine.
 *
 * @param makeRequest returns a complete HTTP request as sent on the wire
 * @throws if a response has a status other than 200 or 201
 */
export async function loadHttp(options: {
  url: string
  clients: number
  seconds: number
  makeRequest: () => string
}): Promise<Load> {
  const { url, clients, seconds, makeRequest } = options
  const latencies: number[] = []
  const cpu = process.cpuUsage()
  const begin = performance.now()
  const end = begin + seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, () =>
      requestUntil(new URL(url), end, makeRequest, (ms) => latencies.push(ms)),
    ),
  )
  const elapsed = performance.now() - begin
  const { user, system } = process.cpuUsage(cpu)
  return { rate: (latencies.length / elapsed) * 1000, latencies, busy: (user + system) / 1000 / elapsed }
}

function requestUntil(url: URL, end: number, makeRequest: () => string, onAnswer: (ms: number) => void) {
  return new Promise<void>((done, fail) => {
    const socket = createConnection({ host: url.hostname, port: Number(url.port), noDelay: true })
    let sent = 0
    let answer = ''
    const sendNext = () => {
      answer = ''
      sent = performance.now()
      socket.write(makeRequest())
    }
    socket.setEncoding('latin1')
    socket.on('connect', sendNext)
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('The server closed a connection')))
    socket.on('data', (text: string) => {
      answer += text
      if (!isComplete(answer)) return
      const now = performance.now()
      if (!/^HTTP\/1\.1 20[01] /.test(answer))
        return fail(new Error(`The server answered ${answer.slice(0, 300)}`))
      onAnswer(now - sent)
      if (now < end) return sendNext()
      socket.removeAllListeners('close').destroy()
      done()
    })
  })
}

/** Whether a response is complete; one byte is one character here. */
function isComplete(answer: string): boolean {
  const head = answer.indexOf('\r\n\r\n')
  if (head < 0) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.slice(0, head + 2))
  return length ? answer.length === head + 4 + Number(length[1]) : answer.endsWith('\r\n0\r\n\r\n')
}
