import { AppError } from '@trunkshow/contract/errors.ts'
import { type CsvImport, type ImportRecheck, importInput } from '@trunkshow/contract/imports/schema.ts'
import type { Config } from '../config.ts'
import type { Actor, CallerContext } from '../context.ts'
import { toUnavailableError } from '../platform/db/errors.ts'
import { createPool } from '../platform/db/pool.ts'
import { databaseOf } from '../platform/db/transaction.ts'
import { parseForm } from '../platform/http/errors.ts'
import { answerTasks } from '../platform/jobs/task-process.ts'
import { checkImport, recheckImport } from './check-import.ts'

/** Who asks for a check, and in which database. */
export interface Caller {
  database: { databaseUrl: string } & Pick<Config, 'databasePooler'>
  actor: Actor
}

/** Connects for one check, since the next may be long after or of another database. */
async function withContext({ database, actor }: Caller, check: (ctx: CallerContext) => Promise<CsvImport>) {
  const pool = createPool(database.databaseUrl, database.databasePooler)
  try {
    return await check({ db: databaseOf(pool), actor })
  } finally {
    await pool.end()
  }
}

/** The body of the request whose file is checked next. */
let pieces: Uint8Array[] = []

/** Parses what was received, and forgets it. @throws AppError invalid */
function takeBody(size: number) {
  const body = Buffer.concat(pieces)
  pieces = []
  if (body.length !== size) throw new Error(`Received ${body.length} of ${size} bytes`)
  try {
    return JSON.parse(body.toString())
  } catch {
    throw new AppError('invalid', 'The request could not be read.')
  }
}

const tasks = {
  begin() {
    pieces = []
  },
  /** Takes the next piece of the body. Few copies of it are in memory at a time. */
  receive(piece: Uint8Array) {
    pieces.push(piece)
  },
  check: (caller: Caller, size: number) =>
    withContext(caller, (ctx) => checkImport(ctx, parseForm(importInput, takeBody(size)))),
  recheck: (caller: Caller, id: number, changes: ImportRecheck) =>
    withContext(caller, (ctx) => recheckImport(ctx, id, changes)),
}
export type CheckerTasks = typeof tasks

/** What an AppError is made of. */
export type CheckRefusal = Pick<AppError, 'code' | 'message' | 'detail'>

answerTasks(tasks, (fault): CheckRefusal | undefined => {
  const error = toUnavailableError(fault)
  if (!(error instanceof AppError)) return undefined
  const { code, message, detail } = error
  return { code, message, detail }
})
