import { expect, test } from 'vitest'
import { killApp } from './app-killed.ts'
import { killGivenDatabase, killOwnDatabase } from './database-killed.ts'
import { faultsOf } from './findings.ts'

/** Short versions of the scenes of `npm run chaos`. They check losses and duplicates, not times. */
test('kill -9 of the app loses no booking and no email', async () => {
  expect(faultsOf(await killApp({ kills: 2, bookings: 100, hurry: true }))).toEqual([])
})

test('kill -9 of its own database loses nothing, and the app restarts it', async () => {
  expect(faultsOf(await killOwnDatabase({ rounds: 2, hurry: true, frozen: false }))).toEqual([])
})

test('kill -9 of a given database loses nothing, and the app waits for it', async () => {
  expect(faultsOf(await killGivenDatabase({ rounds: 1, hurry: true, frozen: false }))).toEqual([])
})
