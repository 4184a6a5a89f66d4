import type { Team } from '@trunkshow/contract/assignees/schema.ts'
import { addDays } from '@trunkshow/contract/dates.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import {
  book,
  bookingNumber,
  makeCoHost,
  makeCompany,
  makeShow,
  makeUser,
  tokenOf,
} from '../test/factories.ts'

const app = startTestApp()

/** An event of two days of a company of two. */
async function makeTeam() {
  const { host, event, slots } = await makeShow(app, { isMultiDay: true, ...twoDays() })
  const ada = await makeUser(app, host.companyId, 'order management', { name: 'Ada Brooks' })
  const path = `/api/events/${event.id}/team`
  const read = async (user: Pick<typeof host, 'call'> = host): Promise<Team> =>
    (await user.call('GET', path)).body
  const shift = (userId: number, startTime = '10:00', endTime = '16:00') => ({ userId, startTime, endTime })
  const input = (changes: object = {}) => ({
    ...{ day: event.eventDate, shifts: [shift(ada.id)], namesOnSlots: false, version: 0 },
    ...changes,
  })
  const save = (changes: object = {}, user: Pick<typeof host, 'call'> = host) =>
    user.call('PUT', path, input(changes))
  return { host, ada, event, slots, path, read, save, shift }
}
const twoDays = () => {
  const eventDate = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  return { eventDate, endDate: addDays(eventDate, 1) }
}

test('who works when is said for one day, in words for the bookings page and the desk, and logged', async () => {
  const { host, ada, event, save, shift, read } = await makeTeam()
  const next = addDays(event.eventDate, 1)
  const both = [shift(ada.id), shift(host.id, '10:00', '11:00'), shift(host.id, '12:30', '13:00')]
  expect((await save({ shifts: both })).status).toBe(200)
  expect((await save({ day: next, shifts: [shift(host.id)], version: 1 })).status).toBe(200)
  const { body: summary } = await host.call('GET', `/api/events/${event.id}/summary`)
  expect(summary.days.map(({ atWork }: { atWork: string }) => atWork)).toEqual([
    'Ada Brooks 10:00–4:00 · Test User 10:00–11:00, 12:30–1:00',
    'Test User 10:00–4:00',
  ])
  const { body: desk } = await host.call('GET', `/api/events/${event.id}/desk?date=${next}`)
  expect(desk.atWork).toBe('Test User 10:00–4:00')
  expect((await save({ shifts: [], version: 2 })).body).toMatchObject({ version: 3, shifts: [{ day: next }] })
  expect((await read()).shifts).toHaveLength(1)
  const { body: log } = await host.call('GET', '/api/activity')
  expect(log[0]).toMatchObject({ activity: 'event.team', subjectName: event.name })
  expect(log[0].changes).toEqual([
    { field: 'shifts', from: expect.stringContaining('Ada Brooks 10:00–16:00'), to: null },
  ])
})

test('of two who save at once, one is told by name, and nothing is lost', async () => {
  const { host, ada, save, shift, read } = await makeTeam()
  const answers = await Promise.all([
    save({ shifts: [shift(ada.id)] }),
    save({ shifts: [shift(host.id)] }, ada),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const { shifts, version } = await read()
  expect([shifts.length, version]).toEqual([1, 1])
  const winner = answers[0]!.status === 200 ? 'Test User' : 'Ada Brooks'
  const refused = answers.find(({ status }) => status === 409)!
  expect(refused.body).toMatchObject({ code: 'changed', message: expect.stringContaining(winner) })
})

test('is changed by those who may edit events: no viewer, no co-host, no other company', async () => {
  const { host, ada, event, save, read } = await makeTeam()
  const viewer = await makeUser(app, host.companyId, 'view only')
  const coHost = await makeCoHost(app, event)
  const stranger = await makeCompany(app)
  expect((await save({}, viewer)).status).toBe(403)
  for (const user of [coHost, stranger]) expect((await save({}, user)).status).toBe(404)
  expect((await save({}, ada)).status).toBe(200)
  for (const user of [viewer, coHost]) expect((await read(user)).shifts).toHaveLength(1)
  expect((await stranger.call('GET', `/api/events/${event.id}/team`)).status).toBe(404)
})

test('has active colleagues of the company on days of the event, and ends after it starts', async () => {
  const { host, ada, event, save, shift, read } = await makeTeam()
  const stranger = await makeCompany(app)
  const coHost = await makeCoHost(app, event)
  for (const { id } of [stranger, coHost]) expect((await save({ shifts: [shift(id)] })).status).toBe(409)
  expect((await save({ day: addDays(event.eventDate, 2) })).body.fields.day).toContain('isn’t a day')
  const { body } = await save({ shifts: [shift(ada.id, '16:00', '10:00')] })
  expect(body.fields).toEqual({ 'shifts.0.endTime': 'This must be after the start' })
  expect((await save({ shifts: Array(51).fill(shift(ada.id)) })).status).toBe(400)
  await host.call('PUT', `/api/company/users/${ada.id}`, { isActive: false })
  expect((await save()).status).toBe(409)
  expect(await read()).toEqual({ shifts: [], serving: [], namesOnSlots: false, version: 0 })
})

test.each([
  ['removed', 'DELETE', undefined],
  ['deactivated', 'PUT', { isActive: false }],
] as const)('loses the shifts of a colleague who is %s', async (_, method, change) => {
  const { host, ada, save, shift, read } = await makeTeam()
  await save({ shifts: [shift(ada.id), shift(host.id)] })
  await host.call(method, `/api/company/users/${ada.id}`, change)
  expect((await read()).shifts.map(({ userId }) => userId)).toEqual([host.id])
})

test('names whom they serve, shows on the calendar once that is wanted, and never to guests', async () => {
  const { host, ada, event, slots, save, read } = await makeTeam()
  const [first, second] = [
    await bookingNumber(app, tokenOf(await book(app, slots[0]!.id))),
    await bookingNumber(app, tokenOf(await book(app, slots[1]!.id, { attendeeEmail: 'mae@lind.test' }))),
  ]
  for (const id of [first, second])
    await host.call('PATCH', `/api/bookings/${id}/assignee`, { assigneeId: ada.id })
  await host.call('PATCH', `/api/bookings/${second}/cancel`)
  const named = async () => (await host.call('GET', `/api/calendar?from=${event.eventDate}`)).body.named
  await save()
  expect(await named()).toEqual([])
  await save({ namesOnSlots: true, version: 1 })
  expect(await named()).toEqual([event.id])
  const { slotDate, startTime, endTime } = slots[0]!
  const served = {
    userId: ada.id,
    name: 'Ada Brooks',
    attendeeName: 'Grace Okafor',
    slotDate,
    startTime,
    endTime,
  }
  expect((await read()).serving).toEqual([served])
  for (const path of [
    `/event/${event.urlSlug}`,
    `/api/events/${event.id}`,
    `/api/events/${event.id}/timeslots`,
  ]) {
    const { text, status } = await app.call('GET', path)
    expect(status).toBe(200)
    expect(text).not.toMatch(/Ada Brooks|namesOnSlots|teamVersion|atWork/)
  }
})
