import { databaseOf } from '../../platform/db/transaction.ts'
import { drainOutbox, type EmailWriter } from '../../platform/mail/drain-outbox.ts'
import { openTransport } from '../../platform/mail/transport.ts'
import { queueResetMails } from '../../session/reset-password.ts'
import type { TestApp } from '../app.ts'

/** Sends what is due of these types through an SMTP server, as the worker does; without one, into files. */
export async function sendDue(
  test: TestApp,
  writers: Record<string, EmailWriter>,
  smtpUrl: string | undefined,
) {
  const config = { ...test.config, smtpUrl }
  const ctx = { config, db: databaseOf(test.pool), files: test.files }
  const transport = openTransport(config)
  await queueResetMails(ctx)
  return drainOutbox(ctx, writers, transport).finally(() => transport.close())
}
