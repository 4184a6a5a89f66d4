import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { findBookingFaults } from './booking-faults.ts'

/** Fails if `findBookingFaults` finds anything. */
export async function assertBookingInvariants(test: TestApp, eventId: number, acknowledged: string[]) {
  expect(await findBookingFaults(test.rows as never, eventId, acknowledged)).toEqual([])
}
