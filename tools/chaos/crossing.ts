import fc from 'fast-check'
import { findBookingFaults, findBookingNumber } from '../../server/test/booking-faults.ts'
import { type Answer, call, type Host, makeGuest, registerHost, type Show } from '../bench/calls.ts'
import { exactly, info } from './findings.ts'
import { scenario } from './runner.ts'
import { type Pair, startPair } from './stage.ts'

/** Lets guests compete for the last spot of a time slot, in rounds, over two processes. */
export const rivals = scenario({
  title: '50 guests compete for the last spot, over two processes',
  sizes: { test: 10, usual: 100, full: 1000 },
  async run(stage, rounds) {
    const pair = await startPair(stage)
    const host = await registerHost(pair.pick())
    const show = await host.makeShow({ days: Math.ceil(rounds / 48), spots: 1 })
    const winners: string[] = []
    const statuses = new Map<number, number>()
    let unfair = 0
    for (const slot of show.slots.slice(0, rounds)) {
      const book = () => call(`${pair.pick()}/api/timeslots/${slot}/book`, makeGuest())
      const answers = await Promise.all(Array.from({ length: 50 }, book))
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const won = answers.filter(({ status }) => status === 201)
      winners.push(...won.map(({ body }) => body.id as string))
      if (won.length !== 1) unfair++
    }
    const others = [...statuses].filter(([status]) => status !== 201 && status !== 409)
    return {
      findings: [
        info('rounds', rounds),
        exactly('rounds without exactly one winner', unfair, 0),
        exactly('winners', winners.length, rounds),
        exactly('answers that the slot is full', statuses.get(409) ?? 0, rounds * 49),
        exactly('other kinds of answers', others.length, 0),
      ],
      faults: [
        ...others.map(([status, times]) => `${times} answers ${status}`),
        ...pair.faults(),
        ...(await findBookingFaults(pair.database.query, show.id, winners)),
      ],
    }
  },
})

/** Parallel commands, and the slots and spots they compete for. */
const MAX_PARALLEL_COMMANDS = 6
const COMMANDS = 30
const SLOTS = 3
const SPOTS = 2

const slot = fc.nat(SLOTS - 1)
const booking = fc.nat(7)
const does = <Word extends string>(...words: Word[]) => fc.constantFrom(...words)
const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: does('book'), slot }) },
  { weight: 1, arbitrary: fc.record({ does: does('repeat'), booking }) },
  { weight: 3, arbitrary: fc.record({ does: does('cancel by guest', 'cancel by host'), booking }) },
  { weight: 4, arbitrary: fc.record({ does: does('move by guest', 'move by host'), booking, slot }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: does('change spots'), slot, spots: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: does('change hours'), slot, late: fc.boolean() }) },
)

type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never

/** Does commands on one event. @returns what its guests got, and each answer that was none of the usual */
function openEvent(pair: Pair, host: Host, { slots }: Show) {
  /** Each with a way to send the request that made it again. */
  const booked: { token: string; id: number; again: () => Promise<Answer> }[] = []
  const faults: string[] = []

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

  async function send(command: Command): Promise<Answer | undefined> {
    const patch = (path: string, body?: object) => host.call(path, { method: 'PATCH', body })
    if (command.does === 'book') return book(slots[command.slot]!)
    if (command.does === 'change spots')
      return patch(`/api/timeslots/${slots[command.slot]}`, { totalSlots: command.spots })
    if (command.does === 'change hours') {
      const minute = String(command.slot * 15 + (command.late ? 5 : 0)).padStart(2, '0')
      return patch(`/api/timeslots/${slots[command.slot]}`, { startTime: `08:${minute}` })
    }
    const found = booked[command.booking % (booked.length || 1)]
    if (!found) return
    const { token, id, again } = found
    const url = pair.pick()
    switch (command.does) {
      case 'repeat': {
        const answer = await again()
        if (answer.body.id !== token) faults.push(`a repeat was answered ${answer.body.id}`)
        return answer
      }
      case 'cancel by guest':
        return call(`${url}/api/bookings/${token}/cancel`)
      case 'cancel by host':
        return patch(`/api/bookings/${id}/cancel`)
    }
    const body = { newTimeSlotId: slots[command.slot] }
    return command.does === 'move by host'
      ? patch(`/api/bookings/${id}/reschedule`, body)
      : call(`${url}/api/bookings/manage/${token}/reschedule`, { method: 'POST', body })
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
export const crossing = scenario({
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
      const runLane = async (_: unknown, lane: number) => {
        for (let n = lane; n < list.length; n += MAX_PARALLEL_COMMANDS) await event.run(list[n]!)
      }
      await Promise.all(Array.from({ length: MAX_PARALLEL_COMMANDS }, runLane))
      booked += event.booked.length
      const tokens = event.booked.map(({ token }) => token)
      const faults = [...event.faults, ...(await findBookingFaults(query, show.id, tokens))]
      if (faults.length) throw new Error(faults.join('; '))
    })
    const result = await fc.check(property, { numRuns: runs, endOnFailure: true })
    const broken = `${result.errorInstance} with the seed ${result.seed}: ${fc.stringify(result.counterexample)}`
    return {
      findings: [
        exactly('runs', result.numRuns, runs),
        info('bookings acknowledged', booked),
        info('deadlocks that PostgreSQL resolved', (await countDeadlocks()) - before),
        exactly('runs that broke a rule', result.failed ? 1 : 0, 0),
      ],
      faults: [...(result.failed ? [broken] : []), ...pair.faults()],
    }
  },
})
