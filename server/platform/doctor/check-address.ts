import type { Config } from '../../config.ts'
import { signDoctor } from '../http/tokens.ts'
import { compareClocks, type Finding, type Findings, findingsOn, reasonOf } from './finding.ts'

const { ok, problem, warning } = findingsOn('PUBLIC_URL')
const TIMEOUT_MS = 5000
/** An address for examples (RFC 5737), which the doctor claims to have: the app must not believe it. */
const CLAIMED = '192.0.2.1'

/** What the app says it sees of a request that the doctor signed. */
export interface Seen {
  address: string
  /** The header X-Forwarded-For as it arrived. */
  forwarded: string
}

/** Checks that the app answers at PUBLIC_URL, under its host, and sees the addresses of its callers. */
export async function checkAddress(config: Config): Promise<Findings> {
  const { publicUrl, host, port, serves, trustProxy } = config
  if (!serves) return ok('this process serves no pages.')
  const direct = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`
  const answer = await ask(`${publicUrl}/readyz`, config)
  if (answer instanceof Error) {
    const inside = await ask(`${direct}/readyz`, config)
    return inside instanceof Error
      ? warning(`the app answers neither at ${publicUrl} nor at ${direct}.`, 'Start it, if it should run.')
      : problem(
          `the app runs at ${direct}, but ${publicUrl} cannot be reached from here: ${reasonOf(answer)}.`,
          'Check the domain name, the proxy, and its certificate.',
        )
  }
  const { status, body, date } = answer
  if (!body?.status)
    return problem(
      `another program answers at ${publicUrl}, with ${status}.`,
      'Let the proxy pass requests to the app.',
    )
  const clock = date !== null && compareClocks(publicUrl, new Date(date), Date.now(), 1)
  const page = await ask(`${publicUrl}/robots.txt`, config)
  const isLocal = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(publicUrl)
  return [
    status === 200
      ? ok(`the app is ready at ${publicUrl}.`)
      : problem(`the app at ${publicUrl} is not ready: ${body.status}.`, 'See the lines on the database.'),
    clock,
    !(page instanceof Error) &&
      page.status === 421 &&
      problem(
        'the proxy does not pass on the host that was asked for.',
        'In nginx: proxy_set_header Host $host;',
      ),
    publicUrl.startsWith('http:') &&
      !isLocal &&
      warning('it is http, so passwords can be read on the way.', 'Put a proxy with a certificate in front.'),
    body.seen
      ? judgeProxy(trustProxy, body.seen)
      : findingsOn('TRUST_PROXY').warning(
          'the app did not recognize the doctor.',
          'Give both the same APP_SECRET or DATA_DIR.',
        ),
  ]
}

async function ask(url: string, config: Config) {
  const headers = { 'x-doctor': signDoctor(config), 'x-forwarded-for': CLAIMED }
  try {
    const answer = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const text = await answer.text()
    let body: { status?: string; seen?: Seen } | null = null
    try {
      body = JSON.parse(text)
    } catch {}
    return { status: answer.status, date: answer.headers.get('date'), body }
  } catch (error) {
    return error as Error
  }
}

/** Judges TRUST_PROXY by a request that claimed to be forwarded: proxies add their caller's address, or replace it. */
export function judgeProxy(trustProxy: Config['trustProxy'], { address, forwarded }: Seen): Finding {
  const { ok, problem } = findingsOn('TRUST_PROXY')
  const added = forwarded
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part && part !== CLAIMED)
  const right = added.length > 1 ? String(added.length) : 'on'
  if (added.length === 0)
    return trustProxy === false
      ? ok('is off, and no proxy adds X-Forwarded-For.')
      : problem(
          'is set, but nothing in front of the app sets X-Forwarded-For, so anyone can choose the address that limits count.',
          'Let the proxy set X-Forwarded-For, or set TRUST_PROXY=off.',
        )
  if (trustProxy === false)
    return problem(
      'is off behind a proxy, so all guests share its address and its limits.',
      `Set TRUST_PROXY=${right}.`,
    )
  return address === added[0]
    ? ok(`fits: the app sees this machine as ${address}.`)
    : problem(
        `makes the app take ${address} for the address of a caller at ${added[0]}.`,
        `Set TRUST_PROXY=${right}.`,
      )
}
