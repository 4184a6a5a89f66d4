import { findBookingFaults } from '../../server/test/booking-faults.ts'
import { exactly, info, type Report } from './findings.ts'
import type { Pair } from './pair.ts'
import { call, registerHost } from './show.ts'

/** Lets guests compete for the last spot of a time slot, in rounds, over two processes. */
export async function raceForLastSpot(pair: Pair, size: { rounds: number; rivals: number }): Promise<Report> {
  const { rounds, rivals } = size
  const host = await registerHost(pair.pick())
  const show = await host.makeShow({ days: Math.ceil(rounds / 48), spots: 1 })
  const winners: string[] = []
  const statuses = new Map<number, number>()
  let unfair = 0
  for (const slot of show.slots.slice(0, rounds)) {
    const answers = await Promise.all(
      Array.from({ length: rivals }, (_, rival) =>
        call(`${pair.pick()}/api/timeslots/${slot}/book`, {
          method: 'POST',
          body: { attendeeName: `Rival ${rival}`, attendeeEmail: `rival-${slot}-${rival}@mail.test` },
        }),
      ),
    )
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const won = answers.filter(({ status }) => status === 201)
    winners.push(...won.map(({ body }) => body.id as string))
    if (won.length !== 1) unfair++
  }
  const others = [...statuses].filter(([status]) => status !== 201 && status !== 409)
  return {
    title: `${rivals} guests compete for the last spot, over two processes`,
    findings: [
      info('rounds', rounds),
      exactly('rounds without exactly one winner', unfair, 0),
      exactly('winners', winners.length, rounds),
      exactly('answers that the slot is full', statuses.get(409) ?? 0, rounds * (rivals - 1)),
      exactly(
        'other answers',
        others.reduce((sum, [, times]) => sum + times, 0),
        0,
      ),
    ],
    faults: [
      ...others.map(([status, times]) => `${times} answers ${status}`),
      ...pair.faults(),
      ...(await findBookingFaults(pair.database.query, show.id, winners)),
    ],
  }
}
