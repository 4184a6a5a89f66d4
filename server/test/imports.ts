import { runImports } from '../imports/jobs.ts'
import { databaseOf } from '../platform/db/transaction.ts'
import type { TestApp } from './app.ts'
import type { TestUser } from './factories.ts'

/** Uploads a file, which is checked and not yet imported. */
export const check = (staff: TestUser, csv: string, kind = 'customers') =>
  staff.call('POST', '/api/imports', { kind, csv, fileName: 'list.csv' })

/** Runs the imports that were started. */
export const runStarted = (test: TestApp) => runImports({ db: databaseOf(test.pool), config: test.config })

/** A file of customers: three good rows for two people, one without a first name, and one without a valid email. */
export const customers = [
  'first_name;Last Name;E-Mail;EMAIL;phone;Notes',
  'Ann;Brandt;ann@b.test;x;\'+1 212;"Two\nlines"',
  ';Nobody;no@b.test;x;;',
  'Bo;Brandt;bo@b.test;x;;',
  'Bo;Again;BO@b.test;x;;',
  'Cleo;Roy;cleo;x;;',
].join('\r\n')
