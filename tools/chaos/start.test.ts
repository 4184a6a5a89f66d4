import { expect, test } from 'vitest'
import { faultsOf } from './findings.ts'
import { loseMailServer } from './mail-outage.ts'
import { killMigration } from './migration-killed.ts'
import { startTwice } from './two-apps.ts'

test('a second app on the same data folder refuses in one sentence, and starts once the first was killed', async () => {
  expect(faultsOf(await startTwice({ tries: 1 }))).toEqual([])
})

test('a migration killed midway leaves the old database or the new one', async () => {
  expect(faultsOf(await killMigration({ rounds: 2, firstStarts: 1 }))).toEqual([])
})

test('a mail server that fails in each way gets every email once it is back, and staff read the truth about each', async () => {
  expect(faultsOf(await loseMailServer({ seconds: 1, hangSeconds: 2, hurry: true }))).toEqual([])
})
