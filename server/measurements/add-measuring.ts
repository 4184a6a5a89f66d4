import { AppError, fieldError } from '@trunkshow/contract/errors.ts'
import { measurementMessages as text } from '@trunkshow/contract/measurements/messages.ts'
import type { Measuring, MeasuringInput } from '@trunkshow/contract/measurements/schema.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { eq } from 'drizzle-orm'
import { getCompanyZone } from '../company/queries.ts'
import type { StaffContext } from '../context.ts'
import { lockCustomer, recordCustomer } from '../customers/save-customer.ts'
import { measurings } from '../platform/db/schema/measurements.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { getSet, listMeasurings } from './queries.ts'

const MAX_MEASURINGS = 500

/**
 * Records what was measured of a customer (docs/product.md, Measurements), with the set's name. The log names neither a
 * value nor the wearer.
 *
 * @throws AppError not_found; invalid for a day to come; conflict for an erased customer, beyond 500, or if the set has
 *   another unit than the form showed
 */
export async function addMeasuring(
  ctx: StaffContext,
  customerId: number,
  input: MeasuringInput,
): Promise<Measuring> {
  return inTransaction(ctx, async (ctx) => {
    const { companyId, userId } = ctx.actor
    const customer = await lockCustomer(ctx, customerId)
    const set = await getSet(ctx, input.setId)
    if (set.unit !== input.unit) throw new AppError('conflict', text.unitChanged)
    if (input.measuredOn > wallClock(new Date(), await getCompanyZone(ctx)).date)
      throw fieldError('invalid', 'measuredOn', text.measuredLater)
    if ((await ctx.db.$count(measurings, eq(measurings.customerId, customerId))) >= MAX_MEASURINGS)
      throw new AppError('conflict', text.tooManyMeasurings(MAX_MEASURINGS))
    const [created] = await ctx.db
      .insert(measurings)
      .values({ ...input, setName: set.name, customerId, companyId, userId })
      .returning({ id: measurings.id })
    await recordCustomer(ctx, 'customer.measured', customer)
    return (await listMeasurings(ctx, customerId)).find(({ id }) => id === created!.id)!
  })
}
