import fc from 'fast-check'
import { findBookingFaults, findBookingNumber } from '../../server/test/booking-faults.ts'
import { type Answer, call, type Host, makeGuest, registerHost, type Show } from '../bench/harness.ts'
import { exactly, info, scenario } from './runner.ts'
import { type Pair, startPair } from './stage.ts'

const RIVALS = 50
const RIVAL_SPOTS = 4

/** Lets parties of one to three compete for the last spots of a time slot, in rounds, over two processes. */
export const rivals = scenario({
  title: '50 parties compete for the last four spots, over two processes',
  sizes: { test: 10, usual: 100, full: 1000 },
  async run(stage, rounds) {
    const pair = await startPair(stage)
    const host = await registerHost(pair.pick())
    const show = await host.makeShow({ days: Math.ceil(rounds / 48), spots: RIVAL_SPOTS, maxPartySize: 3 })
    const winners: string[] = []
    const statuses = new Map<number, number>()
    let unfair = 0
    for (const slot of show.slots.slice(0, rounds)) {
      const book = (partySize: number) =>
        call(`${pair.pick()}/api/timeslots/${slot}/book`, makeGuest({ partySize }))
      const answers = await Promise.all(Array.from({ length: RIVALS }, (_, n) => book((n % 3) + 1)))
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const won = answers.flatMap(({ status, body }, n) =>
        status === 201 ? [{ id: body.id, spots: (n % 3) + 1 }] : [],
      )
      winners.push(...won.map(({ id }) => id))
      if (won.reduce((taken, { spots }) => taken + spots, 0) !== RIVAL_SPOTS) unfair++
    }
    const others = [...statuses].filter(([status]) => status !== 201 && status !== 409)
    stage.faults.push(
      ...others.map(([status, times]) => `${times} answers ${status}`),
      ...(await findBookingFaults(pair.database.query, show.id, winners)),
    )
    return [
      info('rounds', rounds),
      exactly('rounds in which a spot has no winner, or two', unfair, 0),
      info('winners', winners.length),
      exactly('answers that the slot is too full', statuses.get(409) ?? 0, rounds * RIVALS - winners.length),
      exactly('other kinds of answers', others.length, 0),
    ]
  },
})

/** Parallel commands, and the slots and spots they compete for. */
const MAX_PARALLEL_COMMANDS = 6
const COMMANDS = 30
const SLOTS = 3
const SPOTS = 2

/** A command and what any of them may need: a slot, a booking made before, spots, and whether a slot begins late. */
const command = fc.record({
  does: fc.oneof(
    { weight: 4, arbitrary: fc.constant('book' as const) },
    { weight: 1, arbitrary: fc.constant('repeat' as const) },
    { weight: 3, arbitrary: fc.constantFrom('cancel by guest' as const, 'cancel by host' as const) },
    { weight: 4, arbitrary: fc.constantFrom('move by guest' as const, 'move by host' as const) },
    { weight: 2, arbitrary: fc.constant('change spots' as const) },
    { weight: 1, arbitrary: fc.constant('change hours' as const) },
  ),
  slot: fc.nat(SLOTS - 1),
  booking: fc.nat(7),
  spots: fc.integer({ min: 1, max: 4 }),
  late: fc.boolean(),
})

type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never

/** Does commands on one event. @returns what its guests got, and each answer that was none of the usual */
function openEvent(pair: Pair, host: Host, { slots }: Show) {
  /** Each with a way to send the request that made it again. */
  const booked: { token: string; id: number; again: () => Promise<Answer> }[] = []
  const faults: string[] = []
  const patch = (path: string, body?: object) => host.call(path, { method: 'PATCH', body })

  async function book(slot: number): Promise<Answer> {
    const guest = makeGuest()
    const again = () => call(`${pair.pick()}/api/timeslots/${slot}/book`, guest)
    const answer = await again()
    if (answer.status === 201) {
      const token: string = answer.body.id
      booked.push({ token, id: await findBookingNumber(pair.database.query, token), again })
    }
    return answer
  }

  async function repeat({ token, again }: (typeof booked)[number]): Promise<Answer> {
    const answer = await again()
    if (answer.body.id !== token) faults.push(`a repeat was answered ${answer.body.id}`)
    return answer
  }

  async function send({ does, slot, booking, spots, late }: Command): Promise<Answer | undefined> {
    const slotId = slots[slot]!
    const minute = String(slot * 15 + (late ? 5 : 0)).padStart(2, '0')
    if (does === 'book') return book(slotId)
    if (does === 'change spots') return patch(`/api/timeslots/${slotId}`, { totalSlots: spots })
    if (does === 'change hours') return patch(`/api/timeslots/${slotId}`, { startTime: `08:${minute}` })
    const found = booked[booking % (booked.length || 1)]
    if (!found) return
    const { token, id } = found
    const body = { newTimeSlotId: slotId }
    const url = `${pair.pick()}/api/bookings`
    return {
      repeat: () => repeat(found),
      'cancel by guest': () => call(`${url}/${token}/cancel`),
      'cancel by host': () => patch(`/api/bookings/${id}/cancel`),
      'move by guest': () => call(`${url}/manage/${token}/reschedule`, { method: 'POST', body }),
      'move by host': () => patch(`/api/bookings/${id}/reschedule`, body),
    }[does]()
  }

  return {
    booked,
    faults,
    async run(command: Command) {
      const answer = await send(command)
      if (answer && ![200, 201, 400, 409].includes(answer.status))
        faults.push(`${command.does} was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    },
  }
}

/** Runs random bookings, cancels, moves and changes of slots at the same time, over two processes. */
export const concurrency = scenario({
  title: `${COMMANDS} commands at the same time, over two processes`,
  sizes: { test: 20, usual: 100, full: 500 },
  async run(stage, runs) {
    const pair = await startPair(stage)
    const { query } = pair.database
    const host = await registerHost(pair.pick())
    const countDeadlocks = async () => {
      const sql = 'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()'
      return (await query<{ deadlocks: number }>(sql))[0]!.deadlocks
    }
    let booked = 0
    const before = await countDeadlocks()
    const lists = fc.array(command, { minLength: COMMANDS, maxLength: COMMANDS })
    const property = fc.asyncProperty(lists, async (list) => {
      const show = await host.makeShow({ days: 1, spots: SPOTS })
      const event = openEvent(pair, host, show)
      const left = list.values()
      const runLane = async () => {
        for (const command of left) await event.run(command)
      }
      await Promise.all(Array.from({ length: MAX_PARALLEL_COMMANDS }, runLane))
      booked += event.booked.length
      const tokens = event.booked.map(({ token }) => token)
      const faults = [...event.faults, ...(await findBookingFaults(query, show.id, tokens))]
      if (faults.length) throw new Error(faults.join('; '))
    })
    const result = await fc.check(property, { numRuns: runs, endOnFailure: true })
    const { failed, numRuns, errorInstance, seed, counterexample } = result
    if (failed) stage.faults.push(`${errorInstance} with the seed ${seed}: ${fc.stringify(counterexample)}`)
    return [
      exactly('runs', numRuns, runs),
      info('bookings acknowledged', booked),
      info('deadlocks that PostgreSQL resolved', (await countDeadlocks()) - before),
      exactly('runs that broke a rule', failed ? 1 : 0, 0),
    ]
  },
})
