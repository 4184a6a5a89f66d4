import { firstOf } from '@trunkshow/contract/errors.ts'
import { measurementMessages as text } from '@trunkshow/contract/measurements/messages.ts'
import {
  type MeasurementSet,
  type Measuring,
  measurementSet,
  measuring,
} from '@trunkshow/contract/measurements/schema.ts'
import { asc, desc, sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { getCustomer } from '../customers/queries.ts'
import { measurementSets, measurings } from '../platform/db/schema/measurements.ts'
import { columnsOf, rowsOf } from '../platform/db/statement.ts'

export const setRow = columnsOf(measurementSets, measurementSet)

/** Lists the company's measurement sets by name. */
export const listSets = (ctx: StaffContext): Promise<MeasurementSet[]> =>
  rowsOf(ctx, measurementSets, {}, setRow).orderBy(asc(measurementSets.sortName), asc(measurementSets.id))

/** Returns one measurement set. @throws AppError not_found */
export async function getSet(ctx: StaffContext, id: number): Promise<MeasurementSet> {
  return firstOf(await rowsOf(ctx, measurementSets, { id }, setRow), text.setNotFound)
}

const measuringRow = {
  ...columnsOf(measurings, measuring),
  takenBy: sql<string | null>`(SELECT u.name FROM users AS u WHERE u.id = ${measurings.userId})`,
}

/** Lists what was measured of a customer, latest first. @throws AppError not_found */
export async function listMeasurings(ctx: StaffContext, customerId: number): Promise<Measuring[]> {
  await getCustomer(ctx, customerId)
  return rowsOf(ctx, measurings, { customerId }, measuringRow).orderBy(
    desc(measurings.measuredOn),
    desc(measurings.id),
  )
}
