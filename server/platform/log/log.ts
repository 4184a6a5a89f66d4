import pg from 'pg'
import pino from 'pino'
import type { Config } from '../../config.ts'

let format: Config['logFormat'] = 'text'

/** For what the operator waits for, such as that the app is ready: written at every LOG_LEVEL. */
export const announcements = pino(
  {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    serializers: { err: (error) => describeError(error), req: () => undefined, res: () => undefined },
    hooks: {
      logMethod(given, method) {
        const hidden = given.map((part) => (typeof part === 'string' ? hideAddresses(part) : part))
        method.apply(this, hidden as Parameters<typeof method>)
      },
    },
  },
  {
    write(line) {
      if (format === 'json') process.stdout.write(line)
      else writeSentence(line)
    },
  },
)

/** The log of every process and job. It has no one's data: routes are patterns, and errors are described as `err`. */
export const log = announcements.child({})

/** Sets the level and the format, once the configuration is read, and names the process in each line. */
export function configureLog(config: Pick<Config, 'logLevel' | 'logFormat'>, processName: string) {
  format = config.logFormat
  log.level = config.logLevel
  for (const logger of [announcements, log]) logger.setBindings({ process: processName })
}

/** Writes a line for a person: its message, then what comes with it. */
function writeSentence(line: string) {
  const { level, time: _time, process: _process, msg, err, ...rest } = JSON.parse(line)
  const details = Object.entries(rest).map(([name, value]) => `${name}=${value}`)
  const sentence = [msg, ...details].filter(Boolean).join(' ')
  const text = err ? `${sentence}\n${writeError(err)}` : sentence
  if (level === 'error' || level === 'fatal') console.error(text)
  else if (level === 'warn') console.warn(text)
  else console.log(text)
}

/** What a log keeps of an error: enough to find the fault, and no personal data. */
interface DescribedError {
  type: string
  message: string
  code?: string
  table?: string
  column?: string
  constraint?: string
  /** The frames alone, since a stack starts with the message. */
  stack?: string
  cause?: DescribedError
}

const emailAddress = /[^\s<>()[\]",;:/\\@]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+/gu

/** Replaces email addresses in a text for the log, such as in a mail server's answer. */
export const hideAddresses = (text: string) =>
  text.includes('@') ? text.replace(emailAddress, '[email]') : text

/** Causes of causes beyond this depth are left out. */
const MAX_CAUSES = 4

/** Describes an error by its harmless properties: PostgreSQL's `detail` and `where` contain what people typed. */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: hideAddresses(String(error)) }
  const { code, table, column, constraint } = error as Partial<pg.DatabaseError>
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message: hideAddresses(messageOf(error)),
    ...(code && { code: String(code) }),
    ...(error instanceof pg.DatabaseError && { table, column, constraint }),
    ...(frames?.length && { stack: frames.join('\n') }),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: describeError(error.cause, depth + 1) }),
  }
}

function messageOf(error: Error): string {
  // Drizzle adds the query's values.
  const [message = ''] = error.message.split('\nparams:')
  // PostgreSQL quotes a value that it cannot convert (class 22), and JSON.parse the text that it cannot read.
  const quotesInput =
    error instanceof SyntaxError || (error instanceof pg.DatabaseError && error.code?.startsWith('22'))
  return quotesInput ? message.replace(/".*"/s, '"…"') : message
}

/** Writes a described error for people. */
export function writeError({ type, message, stack, cause, ...rest }: DescribedError): string {
  const known = Object.entries(rest).flatMap(([name, value]) => (value ? `${name} ${value}` : []))
  const details = known.length > 0 ? ` (${known.join(', ')})` : ''
  return [`${type}: ${message}${details}`, stack, cause && `Caused by ${writeError(cause)}`]
    .filter(Boolean)
    .join('\n')
}
