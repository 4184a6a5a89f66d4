import { AppError, firstOf } from '@trunkshow/contract/errors.ts'
import { photoImage } from '@trunkshow/contract/images.ts'
import { measurementMessages as text } from '@trunkshow/contract/measurements/messages.ts'
import {
  type MeasurementSet,
  type MeasurementSetChange,
  type MeasurementSetInput,
  measurementSet,
} from '@trunkshow/contract/measurements/schema.ts'
import { eq, sql } from 'drizzle-orm'
import { changesOfEdit } from '../activity/changes-of-edit.ts'
import { changesBetween, record } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { measurementSets } from '../platform/db/schema/measurements.ts'
import { changeRows, nextVersion, own } from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { assertNoPhotoLink, makePictures, storePictures } from '../platform/files/pictures.ts'
import type { Upload } from '../platform/http/uploads.ts'
import { getSet, setRow } from './queries.ts'

const MAX_SETS = 50

interface Uploads {
  photo?: Upload
}

/** Adds a measurement set. @throws AppError conflict at fifty; invalid if the upload isn't a picture */
export async function createSet(ctx: StaffContext, input: MeasurementSetInput, uploads: Uploads) {
  const { name, unit, fields } = input
  const { companyId, userId } = ctx.actor
  assertNoPhotoLink(input, null)
  const pictures = await makePictures(ctx, uploads, photoImage)
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`SELECT FROM companies WHERE id = ${companyId} FOR NO KEY UPDATE`)
    if ((await ctx.db.$count(measurementSets, eq(measurementSets.companyId, companyId))) >= MAX_SETS)
      throw new AppError('conflict', text.tooManySets(MAX_SETS))
    const [created] = await ctx.db
      .insert(measurementSets)
      .values({ companyId, userId, name, unit, fields, ...pictures.urls })
      .returning(setRow)
    await storePictures(ctx, companyId, pictures)
    await record(ctx, 'measurementSet.created', created!)
    return created!
  })
}

/**
 * Changes the given parts of a measurement set; what was measured with it keeps its names and unit.
 *
 * @throws AppError not_found; changed, with the stored set and who changed it; invalid if the upload isn't a picture
 */
export async function updateSet(
  ctx: StaffContext,
  id: number,
  input: MeasurementSetChange,
  uploads: Uploads,
) {
  assertNoPhotoLink(input, (await getSet(ctx, id)).photoUrl)
  const pictures = await makePictures(ctx, uploads, photoImage)
  return inTransaction(ctx, async (ctx) => {
    const which = own(ctx, measurementSets, { id })
    const found = await ctx.db.select(setRow).from(measurementSets).where(which).for('update')
    const before: MeasurementSet = firstOf(found, text.setNotFound)
    const photo = { ...(input.removePhoto && { photoUrl: null }), ...pictures.urls }
    const storesPhoto = 'photoUrl' in photo && photo.photoUrl !== before.photoUrl
    const { name, unit, fields } = before
    const changes = await changesOfEdit(ctx, 'measurementSet', {
      current: before,
      view: measurementSet,
      seen: input.version,
      stored: { name, unit, fields },
      given: { name: input.name, unit: input.unit, fields: input.fields },
      storesMore: storesPhoto,
    })
    if (Object.keys(changes).length === 0 && !storesPhoto) return before
    const columns = { ...changes, ...(storesPhoto && photo), ...nextVersion }
    const [after] = await changeRows(ctx, measurementSets, which, columns).returning(setRow)
    await storePictures(ctx, ctx.actor.companyId, pictures)
    const logged = changesBetween(before, after!, ['name', 'unit', 'fields', 'photoUrl'])
    await record(ctx, 'measurementSet.changed', after!, logged)
    return after!
  })
}

/** Deletes a measurement set; what was measured with it stays. @throws AppError not_found */
export async function deleteSet(ctx: StaffContext, id: number): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const deleted = await ctx.db
      .delete(measurementSets)
      .where(own(ctx, measurementSets, { id }))
      .returning(setRow)
    await record(ctx, 'measurementSet.deleted', firstOf(deleted, text.setNotFound))
  })
}
