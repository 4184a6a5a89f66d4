import { expect, test } from 'vitest'
import { faultsOf } from './findings.ts'
import { abortUploads } from './resources/aborted-uploads.ts'
import { loseStorage } from './resources/storage-outage.ts'

/** Filling disks takes longer, and root: `npm run chaos` does that. */
test('without its S3 storage, the app refuses uploads in a sentence, and everything else works', async () => {
  expect(faultsOf(await loseStorage({ failures: ['breaks off'], atOnce: 2 }))).toEqual([])
})

test.runIf(process.platform === 'linux')('uploads that break off leave no file and no row', async () => {
  expect(faultsOf(await abortUploads({ rounds: 1, atOnce: 10 }))).toEqual([])
})
