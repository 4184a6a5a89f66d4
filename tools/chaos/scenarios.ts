import { app, failover, givenDatabase, ownDatabase } from './crashes.ts'
import { crossing, rivals } from './crossing.ts'
import { abortedUploads, fullDatabase, fullFolders, storage } from './disks.ts'
import { clock, memory } from './machine.ts'
import { mail } from './mail.ts'
import type { Scenario } from './runner.ts'
import { backup, migration, rollingRestart, twoApps } from './starts.ts'

export const scenarios: Record<string, Scenario> = {
  app,
  'own-database': ownDatabase,
  'given-database': givenDatabase,
  failover,
  rivals,
  crossing,
  mail,
  'two-apps': twoApps,
  'rolling-restart': rollingRestart,
  backup,
  migration,
  'full-database': fullDatabase,
  'full-folders': fullFolders,
  storage,
  clock,
  memory,
  'aborted-uploads': abortedUploads,
}
