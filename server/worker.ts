import { SECURITY_LOG_DAYS } from '@trunkshow/contract/activity/rules.ts'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { removeUnusedPhotos } from './bookings/photos/guest-photos.ts'
import { queueScheduledEmails } from './bookings/reminders/scheduled-emails.ts'
import type { Config } from './config.ts'
import { emailWriters } from './email-writers.ts'
import { closeMet } from './follow-ups/queries.ts'
import { runImports } from './imports/jobs.ts'
import { removeUnusedFiles } from './orders/files/store-attachments.ts'
import { queueMornings } from './orders/making/emails.ts'
import { backUpDaily } from './platform/backup/make-backup.ts'
import { type Database, databaseOf } from './platform/db/transaction.ts'
import { readOldLogos, removeUnusedPictures } from './platform/files/pictures.ts'
import { openFiles } from './platform/files/storage.ts'
import { startJobs } from './platform/jobs/start-jobs.ts'
import { log } from './platform/log/log.ts'
import { collectReturned } from './platform/mail/collect-returned.ts'
import { drainOutbox } from './platform/mail/drain-outbox.ts'
import { openTransport } from './platform/mail/transport.ts'
import { countJobFailure } from './platform/metrics/registry.ts'
import { eraseOldGuests } from './privacy/erase-old-guests.ts'
import { queueResetMails } from './session/change-password.ts'
import { runOperations } from './shopify/jobs.ts'
import { pollStores } from './shopify/webhooks/poll-stores.ts'
import { reportDrift } from './slots/offer-spots.ts'
import { endPayments, readPayments } from './stripe/jobs.ts'
import { runWaitlist } from './waitlist/manage-waitlist.ts'

/**
 * Starts the background worker; a process that only serves pages wakes those of others through the database.
 *
 * @returns `wakeEmailWorker` to drain the outbox now, and `stop`, which waits for the email being sent
 */
export async function startWorker(options: { config: Config; pool: pg.Pool; databaseUrl: string }) {
  const { config, pool, databaseUrl } = options
  const ctx = { config, db: databaseOf(pool), files: await openFiles(config) }
  const transport = openTransport(config)
  const turn = { after: 0 }
  async function sendEmails(stopping: AbortSignal) {
    await queueResetMails(ctx)
    return drainOutbox(ctx, emailWriters, transport, turn, stopping)
  }
  function onError(error: unknown, name?: string) {
    countJobFailure(name)
    log.error({ err: error }, name ? `The job ${name} failed.` : 'The queue of jobs failed.')
  }
  const jobs = await startJobs({
    databaseUrl,
    databasePooler: config.databasePooler,
    works: config.works,
    onError,
    jobs: [
      // The schedule finds emails that were requeued after a failure, or queued by a process that crashed.
      { name: 'mail', cron: '* * * * *', pause: 10, run: sendEmails },
      {
        name: 'returned-mail',
        cron: '*/5 * * * *',
        run: (stopping) => collectReturned(ctx, stopping),
      },
      { name: 'waitlist', cron: '* * * * *', run: () => runWaitlist(ctx).finally(() => jobs.wake('mail')) },
      {
        name: 'scheduled-mail',
        cron: '* * * * *',
        run: async () => {
          if (await queueScheduledEmails(ctx)) jobs.wake('mail')
        },
      },
      {
        name: 'mornings',
        cron: '*/10 * * * *',
        run: async () => {
          if (await queueMornings(ctx)) jobs.wake('mail')
        },
      },
      { name: 'import', cron: '* * * * *', run: (stopping) => runImports(ctx, stopping) },
      // Twice, since a run only ends with its slowest store.
      {
        name: 'shopify',
        cron: '* * * * *',
        pause: 2,
        atOnce: 2,
        run: (stopping) => runOperations(ctx, stopping),
      },
      {
        name: 'shopify-poll',
        cron: '*/10 * * * *',
        run: () => pollStores(ctx).then(() => jobs.wake('shopify')),
      },
      { name: 'payments', cron: '* * * * *', run: () => endPayments(ctx) },
      { name: 'payments-read', cron: '*/10 * * * *', run: () => readPayments(ctx) },
      {
        name: 'backup',
        cron: '7 * * * *',
        run: (stopping) => backUpDaily({ ...ctx, databaseUrl, stopping }),
      },
      { name: 'clean-up', cron: '17 3 * * *', run: () => cleanUp(ctx) },
      { name: 'pictures', cron: '27 3 * * *', run: () => removeUnusedPictures(ctx) },
      { name: 'old-logos', cron: '22 3 * * *', run: () => readOldLogos(ctx) },
      { name: 'order-files', cron: '32 3 * * *', run: () => removeUnusedFiles(ctx) },
      { name: 'guest-photos', cron: '34 3 * * *', run: () => removeUnusedPhotos(ctx) },
      { name: 'old-guests', cron: '42 3 * * *', run: () => eraseOldGuests(ctx) },
      { name: 'recount', cron: '37 3 * * *', run: () => reportDrift(ctx, (sentence) => log.error(sentence)) },
    ],
  })
  if (config.works) for (const name of ['mail', 'old-logos']) jobs.wake(name)
  return {
    wakeEmailWorker: () => jobs.wake('mail'),
    wake: jobs.wake,
    async stop() {
      await jobs.stop()
      transport.close()
    },
  }
}

/** Deletes expired sessions, rate limit counters, and old entries of the security log; stores which follow-ups are closed. */
export async function cleanUp({ db }: { db: Database }) {
  await db.execute(
    sql`DELETE FROM security_log WHERE created_at < now() - ${SECURITY_LOG_DAYS} * interval '1 day'`,
  )
  await closeMet({ db })
  await db.execute(sql`DELETE FROM sessions WHERE expires_at < now()`)
  await db.execute(sql`DELETE FROM rate_limits WHERE expire < extract(epoch FROM now()) * 1000`)
}
