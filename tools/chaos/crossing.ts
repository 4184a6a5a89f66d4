import fc from 'fast-check'
import { findBookingFaults, findBookingNumber } from '../../server/test/booking-faults.ts'
import { exactly, info, type Report } from './findings.ts'
import type { Pair } from './pair.ts'
import { type Answer, call, type Host, registerHost, type Show } from './show.ts'

/** Parallel commands, and the slots and spots they compete for. */
const MAX_PARALLEL_COMMANDS = 6
const SLOTS = 3
const SPOTS = 2

type Command =
  | { does: 'book'; slot: number }
  | { does: 'repeat'; booking: number }
  | { does: 'cancel by guest' | 'cancel by host'; booking: number }
  | { does: 'move by guest' | 'move by host'; booking: number; slot: number }
  | { does: 'change spots'; slot: number; spots: number }
  | { does: 'change hours'; slot: number; late: boolean }

const slot = fc.nat(SLOTS - 1)
const booking = fc.nat(7)
const does = <Word extends string>(...words: Word[]) => fc.constantFrom(...words)
const command: fc.Arbitrary<Command> = fc.oneof(
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

interface Booked {
  token: string
  id: number
  /** Sends the request that made it again. */
  again: () => Promise<Answer>
}

/** One event, and the responses its guests and host got. */
class Scene {
  readonly booked: Booked[] = []
  readonly faults: string[] = []
  readonly pair: Pair
  readonly host: Host
  readonly show: Show
  constructor(pair: Pair, host: Host, show: Show) {
    this.pair = pair
    this.host = host
    this.show = show
  }

  async run(command: Command) {
    const answer = await this.send(command)
    if (answer && ![200, 201, 400, 409].includes(answer.status)) {
      this.faults.push(`${command.does} was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    }
  }

  private async send(command: Command): Promise<Answer | undefined> {
    if (command.does === 'book') return this.book(this.show.slots[command.slot]!)
    if (command.does === 'change spots') return this.change(command.slot, { totalSlots: command.spots })
    if (command.does === 'change hours') {
      const minute = command.slot * 15 + (command.late ? 5 : 0)
      return this.change(command.slot, { startTime: `08:${String(minute).padStart(2, '0')}` })
    }
    const booked = this.booked[command.booking % (this.booked.length || 1)]
    if (!booked) return
    const url = this.pair.pick()
    switch (command.does) {
      case 'repeat': {
        const answer = await booked.again()
        if (answer.body.id !== booked.token) this.faults.push(`a repeat was answered ${answer.body.id}`)
        return answer
      }
      case 'cancel by guest':
        return call(`${url}/api/bookings/${booked.token}/cancel`)
      case 'cancel by host':
        return this.host.call(`/api/bookings/${booked.id}/cancel`, { method: 'PATCH' })
      case 'move by guest':
        return call(`${url}/api/bookings/manage/${booked.token}/reschedule`, {
          method: 'POST',
          body: { newTimeSlotId: this.show.slots[command.slot] },
        })
      case 'move by host':
        return this.host.call(`/api/bookings/${booked.id}/reschedule`, {
          method: 'PATCH',
          body: { newTimeSlotId: this.show.slots[command.slot] },
        })
    }
  }

  private async book(slot: number): Promise<Answer> {
    const key = crypto.randomUUID()
    const again = () =>
      call(`${this.pair.pick()}/api/timeslots/${slot}/book`, {
        method: 'POST',
        body: { attendeeName: 'Grace Okafor', attendeeEmail: `guest-${key}@mail.test` },
        headers: { 'idempotency-key': key },
      })
    const answer = await again()
    if (answer.status === 201) {
      const token: string = answer.body.id
      this.booked.push({ token, id: await findBookingNumber(this.pair.database.query, token), again })
    }
    return answer
  }

  private change(slot: number, body: object) {
    return this.host.call(`/api/timeslots/${this.show.slots[slot]}`, { method: 'PATCH', body })
  }
}

/** Runs random bookings, cancels, moves and changes of slots at the same time, over two processes. */
export async function runConcurrentCommands(
  pair: Pair,
  size: { runs: number; commands: number },
): Promise<Report> {
  const { runs, commands } = size
  const host = await registerHost(pair.pick())
  const faults: string[] = []
  let booked = 0
  const before = await countDeadlocks(pair)
  const property = fc.asyncProperty(
    fc.array(command, { minLength: commands, maxLength: commands }),
    async (list) => {
      const show = await host.makeShow({ days: 1, spots: SPOTS })
      const scene = new Scene(pair, host, { ...show, slots: show.slots.slice(0, SLOTS) })
      const lanes = Array.from({ length: MAX_PARALLEL_COMMANDS }, (_, lane) =>
        list.filter((_, index) => index % MAX_PARALLEL_COMMANDS === lane),
      )
      await Promise.all(
        lanes.map(async (lane) => {
          for (const command of lane) await scene.run(command)
        }),
      )
      booked += scene.booked.length
      const wrong = await findBookingFaults(
        pair.database.query,
        show.id,
        scene.booked.map(({ token }) => token),
      )
      if (scene.faults.length || wrong.length) throw new Error([...scene.faults, ...wrong].join('; '))
    },
  )
  const result = await fc.check(property, { numRuns: runs, endOnFailure: true })
  if (result.failed)
    faults.push(
      `${result.errorInstance} with the seed ${result.seed}: ${fc.stringify(result.counterexample)}`,
    )
  return {
    title: `${commands} commands at the same time, over two processes`,
    findings: [
      exactly('runs', result.numRuns, runs),
      info('bookings acknowledged', booked),
      info('deadlocks that PostgreSQL resolved', (await countDeadlocks(pair)) - before),
      exactly('runs that broke a rule', result.failed ? 1 : 0, 0),
    ],
    faults: [...faults, ...pair.faults()],
  }
}

async function countDeadlocks({ database }: Pair): Promise<number> {
  const [row] = await database.query<{ deadlocks: number }>(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  )
  return row!.deadlocks
}
