import { randomBytes } from 'node:crypto'
import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import { AppError, fieldError } from '@trunkshow/contract/errors.ts'
import { guestPhoto } from '@trunkshow/contract/images.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Context, StaffContext } from '../../context.ts'
import { contactOf, withinReach } from '../../events/queries.ts'
import { isUnavailable } from '../../platform/db/errors.ts'
import { bookingPhotos, bookings } from '../../platform/db/schema/bookings.ts'
import { type Database, inTransaction } from '../../platform/db/transaction.ts'
import { makePicture, turnOfGuests, waitToStore } from '../../platform/files/in-turn.ts'
import { refuseAt } from '../../platform/files/pictures.ts'
import { removeUnreferenced } from '../../platform/files/storage.ts'
import { assertRoomFor, assertWithinQuotas } from '../../platform/http/guards/quotas.ts'
import { consumePoint, networkOf, rateLimits } from '../../platform/http/guards/rate-limits.ts'
import type { UploadedFile } from '../../platform/http/uploads.ts'
import type { EventFacts } from '../event-facts.ts'
import type { BookingRow } from '../queries.ts'

/** A decoded photo of a guest, ready to be stored. */
export interface GuestPhoto {
  /** The form field it came in. */
  field: string
  /** Random and unique. */
  filename: string
  content: Buffer
}

type Host = Pick<EventFacts, 'companyId' | 'hostName' | 'contactEmail'>

/** The file's key in the storage. */
export const guestPhotoKey = (filename: string) => `bookings/${filename}`

/**
 * Counts a booking that comes with photos, before they are read.
 *
 * @throws AppError too_many beyond the limit of the caller's network
 */
export async function admitGuestPhotos(ctx: Context): Promise<void> {
  const network = networkOf(ctx.config, ctx.address)
  await consumePoint(ctx, rateLimits.photoBookingsOfNetwork, network, bookingMessages.tooManyPhotos)
}

/** Rewrites the refusal of a quota, which is meant for the company, for its guest. */
function refuseFor(host: Host, field: string) {
  return (error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error
    throw fieldError('conflict', field, bookingMessages.noRoomForPhotos(contactOf(host)))
  }
}

/**
 * Decodes the photos of a booking and scales them down, without their metadata, and waits until they may be stored. Call
 * it before the transaction that stores them, and only for a guest who may book.
 *
 * @throws AppError invalid, at the field whose file is not a picture; conflict if the company has no room; unavailable
 *   when too many wait
 */
export async function makeGuestPhotos(ctx: Context, host: Host, files: readonly UploadedFile[]) {
  const { companyId } = host
  const made: GuestPhoto[] = []
  await assertRoomFor(ctx, companyId, { files: files.length, bytes: 0 }).catch(
    refuseFor(host, files[0]!.field),
  )
  for (const file of files) {
    const making = makePicture(turnOfGuests(companyId), file, guestPhoto)
    const { versions } = await making.catch(refuseAt(file.field))
    const filename = `${randomBytes(16).toString('hex')}.webp`
    made.push({ field: file.field, filename, content: versions.at(-1)!.content })
  }
  await waitToStore(turnOfGuests(companyId), files[0]!)
  return made
}

/** Shared by bookings that store photos; the cleanup takes it alone to know that none is half stored. */
const guestPhotosLock = sql`hashtextextended('trunkshow guest photos', 0)`

/**
 * Books with photos: stores them first, so that the slot's row is not locked for as long as the storage takes. If no spot
 * is taken, they are deleted; the nightly cleanup retries what fails.
 *
 * @returns no row if no spot was taken
 * @throws AppError conflict beyond the company's quotas
 */
export async function takeSpotWithPhotos(
  ctx: Context,
  host: Host,
  photos: readonly GuestPhoto[],
  take: (ctx: Context) => Promise<BookingRow[]>,
): Promise<BookingRow[]> {
  const taken = await inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`SELECT pg_advisory_xact_lock_shared(${guestPhotosLock})`)
    for (const { filename, content } of photos) await ctx.files.put(guestPhotoKey(filename), content)
    const taken = await take(ctx)
    if (!taken[0]) return taken
    const { companyId } = host
    const bookingId = taken[0].id
    const rows = photos.map(({ filename, content }) => ({ filename, fileSize: content.length }))
    await ctx.db.insert(bookingPhotos).values(rows.map((row) => ({ companyId, bookingId, ...row })))
    await assertWithinQuotas(ctx, companyId, ['files', 'bytes']).catch(refuseFor(host, photos[0]!.field))
    return taken
  }).catch(async (error) => {
    // Without an answer, the booking may be stored.
    if (!isUnavailable(error)) await removeGuestPhotos(ctx, photos)
    throw error
  })
  if (!taken[0]) await removeGuestPhotos(ctx, photos)
  return taken
}

/** Returns a photo of a booking that the caller may see; undefined if there is none. */
export async function findGuestPhoto(ctx: StaffContext, bookingId: number, filename: string) {
  const [photo] = await ctx.db
    .select({ fileSize: bookingPhotos.fileSize })
    .from(bookingPhotos)
    .innerJoin(bookings, eq(bookings.id, bookingPhotos.bookingId))
    .where(
      and(
        eq(bookingPhotos.bookingId, bookingId),
        eq(bookingPhotos.filename, filename),
        withinReach(ctx, 'bookings.see', bookings),
      ),
    )
  const key = guestPhotoKey(filename)
  return photo && { ...photo, key, filename, fileType: 'image/webp', displayName: 'photo.webp' }
}

/** Deletes stored photos. Call it after their rows are gone. */
export async function removeGuestPhotos(
  { files }: Pick<Context, 'files'>,
  photos: readonly { filename: string }[],
): Promise<void> {
  // The row is gone already, so a storage failure must not fail the request.
  await Promise.allSettled(photos.map(({ filename }) => files.delete(guestPhotoKey(filename))))
}

async function findUnreferencedKeys(db: Database, keys: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(sql`
    SELECT f.key FROM unnest(${sql.param(keys)}::text[]) AS f (key)
    WHERE NOT EXISTS (SELECT FROM booking_photos AS p WHERE p.filename = split_part(f.key, '/', 2))`)
  return rows.map(({ key }) => key)
}

/** Deletes guests' photos without a row: those of erased bookings, and of bookings that failed. */
export function removeUnusedPhotos(ctx: Pick<Context, 'db' | 'files'>): Promise<void> {
  return removeUnreferenced(ctx, 'bookings', findUnreferencedKeys, guestPhotosLock)
}
