import type { LoggedActivity } from '@trunkshow/contract/activity/schema.ts'
import { readZone } from '@trunkshow/contract/zones.ts'
import { expect, test } from 'vitest'
import { activityDays } from './log-days.tsx'

test('entries are grouped by the day in New York, in the given order', () => {
  const at = (instant: string) => ({ at: instant }) as LoggedActivity
  const days = activityDays(
    [at('2027-04-17T04:00:00Z'), at('2027-04-17T03:59:00Z'), at('2027-04-16T14:05:00Z')],
    readZone('America/New_York', '2027-01-01', '2028-01-01'),
  )
  expect(days.map(({ heading, entries }) => [heading, ...entries.map(({ time }) => time)])).toEqual([
    ['Saturday, April 17, 2027', '12:00 AM'],
    ['Friday, April 16, 2027', '11:59 PM', '10:05 AM'],
  ])
})
