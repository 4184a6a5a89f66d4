import { readZone } from '@trunkshow/contract/zones.ts'
import { expect, test } from 'vitest'
import { describeYourTime } from './appointment-time.tsx'

const zone = (timeZone: string) => [...readZone(timeZone, '2027-01-01', '2028-01-01', () => 'THERE')]
const here = Intl.DateTimeFormat().resolvedOptions().timeZone

test('a guest in the venue’s zone reads one time', () => {
  const slot = { slotDate: '2027-03-04', startTime: '15:00', endTime: '15:30' }
  expect(describeYourTime(slot, { zone: zone(here), city: 'London' })).toBeNull()
})

test('a guest elsewhere reads their own time too, with the day if it is another one', () => {
  // Zones that are ahead of the one this test runs in.
  const offset = zone(here)[0]!.offset
  const ahead = (hours: number) => [{ from: 0, offset: offset + hours * 60, name: 'THERE' }]
  const slot = { slotDate: '2027-01-14', startTime: '15:00', endTime: '15:30' }
  expect(describeYourTime(slot, { zone: ahead(5), city: 'London' })).toBe(
    '3:00 PM in London (10:00 AM your time)',
  )
  expect(describeYourTime(slot, { zone: ahead(5), city: null })).toBe('3:00 PM THERE (10:00 AM your time)')
  expect(describeYourTime(slot, { zone: ahead(16), city: 'Sydney' })).toBe(
    '3:00 PM in Sydney (Wed, 11:00 PM your time)',
  )
})
