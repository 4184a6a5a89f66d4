import pg from 'pg'

/** What a log keeps of an error: enough to find the fault, and nobody's data. */
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

/**
 * Describes an error for the log. Properties are left out unless they are known to be harmless: PostgreSQL's `detail`
 * and `where`, and a query's values, contain what people typed.
 */
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
