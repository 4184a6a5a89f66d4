import pino from 'pino'
import type { Config } from '../../config.ts'
import { describeError, hideAddresses, writeError } from './describe-error.ts'

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

/**
 * The log of every process and job: sentences at a terminal, JSON lines on stdout otherwise (LOG_FORMAT). It contains no
 * one's data: routes are patterns, and errors go through `describeError` as `err`.
 */
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
