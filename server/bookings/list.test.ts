import { describe, expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { book, dayAhead, makeCompany, makeEvent } from '../test/factories.ts'

const app = startTestApp()

/** An event of two days: Ann and 100% Bob on the first, ann_b on the second, and Cleo, who canceled. */
async function makeShow() {
  const host = await makeCompany(app)
  const event = await makeEvent(host, { isMultiDay: true, endDate: dayAhead(31) })
  const guests = [
    ['Ann', 'ann@mail.test', 0],
    ['100% Bob', 'bob@mail.test', 1],
    ['Berta', 'ann_b@mail.test', 4],
    ['Cleo', 'cleo@mail.test', 4],
  ] as const
  const booked = []
  for (const [attendeeName, attendeeEmail, slot] of guests)
    booked.push(await book(app, event.slots[slot]!.id, { attendeeName, attendeeEmail }))
  await app.call('GET', `/api/bookings/${booked[3]!.body.id}/cancel`)
  const list = (query = '') => host.call('GET', `/api/events/${event.id}/bookings${query}`)
  const csv = (query = '') => host.call('GET', `/api/events/${event.id}/bookings.csv${query}`)
  return { host, event, list, csv }
}
const namesOf = (body: { attendeeName: string }[]) => body.map(({ attendeeName }) => attendeeName)

describe('the bookings of an event', () => {
  test.each([
    ['', ['Ann', '100% Bob', 'Berta', 'Cleo']],
    ['?q=ANN', ['Ann', 'Berta']],
    ['?q=%20ann_b%20', ['Berta']],
    ['?q=100%25', ['100% Bob']],
    ['?q=%25', ['100% Bob']],
    ['?q=%5C', []],
    ['?q=nobody', []],
    ['?status=active', ['Ann', '100% Bob', 'Berta']],
    ['?status=cancelled', ['Cleo']],
    [`?date=${dayAhead(31)}`, ['Berta', 'Cleo']],
    [`?date=${dayAhead(31)}&status=active&q=mail.test`, ['Berta']],
  ])('filtered by %j are %j, and counted', async (query, names) => {
    const { list } = await makeShow()
    const answer = await list(query)
    expect(namesOf(answer.body)).toEqual(names)
    expect(answer.headers['x-total-count']).toBe(String(names.length))
  })

  test('are found by phone in any format', async () => {
    const { event, list } = await makeShow()
    const phone = `UPDATE bookings SET phone = '(212) 555-0142' WHERE event_id = $1 AND attendee_name = 'Berta'`
    await app.rows(phone, [event.id])
    expect(namesOf((await list('?q=212-555-0142')).body)).toEqual(['Berta'])
    expect(namesOf((await list('?q=555-0199')).body)).toEqual([])
  })

  test('are paged with their filter and have a total count', async () => {
    const { host, list } = await makeShow()
    const first = await list('?limit=2&q=mail.test')
    expect(first.headers['x-total-count']).toBe('4')
    const [, next] = String(first.headers.link).match(/<(.+)>; rel="next"/)!
    const second = await host.call('GET', next!)
    expect(namesOf([...first.body, ...second.body])).toEqual(['Ann', '100% Bob', 'Berta', 'Cleo'])
    expect(second.headers.link).toBeUndefined()
  })

  test.each(['?sort=name', '?status=lost', '?date=2027-02-30', `?q=${'x'.repeat(201)}`])(
    'reject %j',
    async (query) => {
      const { list, csv } = await makeShow()
      expect((await list(query)).status).toBe(400)
      expect((await csv(query)).status).toBe(400)
    },
  )
})

describe('the CSV file of bookings', () => {
  test('has a heading and a line for each booking the list shows', async () => {
    const { event, csv } = await makeShow()
    const { status, headers, text } = await csv(`?date=${event.eventDate}`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toContain('filename="Bookings-Spring-Bridal-Trunk-Show.csv"')
    const [heading, ...lines] = text.replace('\ufeff', '').trim().split('\r\n')
    const headings = [
      'Date',
      'Start',
      'End',
      'Name',
      'Email',
      'Status',
      'Outside event hours',
      'Booking number',
      'Party size',
      'Notes',
      'Attendance',
      'Said they are coming',
      'Assigned to',
      'Room',
    ]
    expect(heading).toBe(headings.map((each) => `"${each}"`).join())
    expect(lines.map((line) => line.replace(/,\d+,1,"","","No","",""$/, ''))).toEqual([
      `"${event.eventDate}","10:00","10:30","Ann","ann@mail.test","Active","No"`,
      `"${event.eventDate}","10:30","11:00","100% Bob","bob@mail.test","Active","No"`,
    ])
  })

  test('has only the headings without bookings', async () => {
    const { csv } = await makeShow()
    expect((await csv('?q=nobody')).text.trim().split('\r\n')).toHaveLength(1)
  })

  test.each(['=HYPERLINK("mailto:x")', '+1', '-1', '@SUM(1)', '\uff1d1+1'])(
    'has the name %j as text that no spreadsheet runs',
    async (attendeeName) => {
      const host = await makeCompany(app)
      const event = await makeEvent(host)
      await book(app, event.slots[0]!.id, { attendeeName })
      const { text } = await host.call('GET', `/api/events/${event.id}/bookings.csv`)
      const cell = text.split('\r\n')[1]!.split(',').slice(3, -10).join(',')
      expect(cell.replace(/^"|"$/g, '').replaceAll('""', '"')).toBe(`'${attendeeName}`)
    },
  )

  test('is complete with more bookings than one batch of the database', async () => {
    const host = await makeCompany(app)
    const event = await makeEvent(host)
    await app.rows(
      `INSERT INTO bookings (company_id, event_id, time_slot_id, attendee_name, attendee_email)
       SELECT $1, $2, $3, 'Guest ' || n, 'guest' || n || '@mail.test' FROM generate_series(1, 1001) AS n`,
      [host.companyId, event.id, event.slots[0]!.id],
    )
    const { text } = await host.call('GET', `/api/events/${event.id}/bookings.csv`)
    const names = text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[3])
    expect(new Set(names).size).toBe(1001)
  })
})
