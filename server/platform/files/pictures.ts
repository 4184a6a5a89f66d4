import { fieldError } from '@trunkshow/contract/errors.ts'
import {
  eventImages,
  type ImageKind,
  imageMessages,
  imageUrl,
  readImageUrl,
} from '@trunkshow/contract/images.ts'
import { eq, sql } from 'drizzle-orm'
import type { Context, StaffContext } from '../../context.ts'
import { companies, pictures } from '../db/schema/company.ts'
import { events } from '../db/schema/events.ts'
import { inTransaction } from '../db/transaction.ts'
import { assertWithinQuotas } from '../http/guards/quotas.ts'
import type { Upload } from '../http/uploads.ts'
import type { Picture } from './decoder/decode.ts'
import { makePicture, pictureKey, waitToStore } from './in-turn.ts'
import { NotPictureError } from './not-picture-error.ts'
import { listFiles } from './storage.ts'

/** Pictures ready to store, and the URL of each by its field. */
interface MadePictures<Field extends string> {
  pictures: Picture[]
  urls: Partial<Record<`${Field}Url`, string>>
}

/** Throws what is wrong with the picture of a field: `.catch(refuseAt('photo'))`. */
export const refuseAt = (field: string) => (error: unknown) => {
  if (!(error instanceof NotPictureError)) throw error
  throw fieldError('invalid', field, error.sentence ?? imageMessages.notImage)
}

/**
 * Prepares uploaded pictures for storing, and waits until they may be stored.
 *
 * @throws AppError invalid, at the field whose file is not a picture; unavailable when too many are waiting
 */
export async function makePictures<Field extends string>(
  { actor }: StaffContext,
  uploads: Partial<Record<Field, Upload>>,
  kinds: Record<Field, ImageKind>,
): Promise<MadePictures<Field>> {
  const made: { pictures: Picture[]; urls: Record<string, string> } = { pictures: [], urls: {} }
  for (const [field, upload] of Object.entries<Upload | undefined>(uploads)) {
    if (!upload) continue
    const picture = await makePicture(actor.companyId, upload, kinds[field as Field]).catch(refuseAt(field))
    made.pictures.push(picture)
    const url = imageUrl(picture.hash, picture.versions.at(-1)!.width)
    made.urls[`${field}Url`] = picture.tone ? `${url}#${picture.tone}` : url
  }
  const [upload] = Object.values<Upload | undefined>(uploads).filter((upload) => upload !== undefined)
  if (upload) await waitToStore(actor.companyId, upload)
  return made as MadePictures<Field>
}

/**
 * Rejects links to pictures on other sites. The stored URL may be sent back unchanged.
 *
 * @param stored the URL of the stored photo, null for none
 * @throws AppError invalid, at the field that carries another URL
 */
export function assertNoPhotoLink(
  given: { photo?: string | null; photoUrl?: string | null },
  stored: string | null,
) {
  const field = (['photoUrl', 'photo'] as const).find((name) => given[name] && given[name] !== stored)
  if (field) throw fieldError('invalid', field, imageMessages.asFile)
}

/** Locks out concurrent storing and removing of pictures, which rows may share, until the transaction ends. */
export const lockPictures = sql`SELECT pg_advisory_xact_lock(hashtextextended('trunkshow pictures', 0))`

/**
 * Stores pictures in the transaction of the row that names them. The same picture gets the same name.
 *
 * @throws AppError conflict beyond the company's quota of files
 */
export async function storePictures(
  ctx: Pick<Context, 'config' | 'db' | 'files'>,
  companyId: number,
  { pictures: made }: { pictures: Picture[] },
): Promise<void> {
  if (made.length === 0) return
  const { db, files } = ctx
  await db.execute(lockPictures)
  const rows = made.map(({ hash, versions }) => ({
    companyId,
    hash,
    bytes: versions.reduce((sum, { content }) => sum + content.length, 0),
  }))
  await db.insert(pictures).values(rows).onConflictDoNothing()
  await assertWithinQuotas(ctx, companyId, ['files', 'bytes'])
  for (const { hash, versions } of made) {
    for (const { width, content } of versions) await files.put(pictureKey(hash, width), content)
  }
}

/** Every column that names a picture, with the column of its company. */
const columns = [
  ['events', 'logo_url', 'company_id'],
  ['events', 'banner_url', 'company_id'],
  ['products', 'photo_url', 'company_id'],
  ['customization_options', 'photo_url', 'company_id'],
  ['measurement_sets', 'photo_url', 'company_id'],
  ['companies', 'logo_url', 'id'],
] as const
const named = sql.join(
  columns.map(
    ([table, column, company]) =>
      sql`SELECT ${sql.identifier(company)} AS company_id, ${sql.identifier(column)} AS url FROM ${sql.identifier(table)}`,
  ),
  sql` UNION `,
)

/** Deletes pictures that no row names: replaced, removed, or stored by a process that crashed. */
export async function removeUnusedPictures(ctx: Pick<Context, 'db' | 'files'>): Promise<void> {
  await inTransaction(ctx, async ({ db, files }) => {
    await db.execute(lockPictures)
    const { rows } = await db.execute<{ hash: string }>(sql`
      SELECT DISTINCT split_part(url, '/', 4) AS hash FROM (${named}) AS named WHERE url IS NOT NULL`)
    const used = new Set(rows.map(({ hash }) => hash))
    const stored = new Set<string>()
    for await (const key of listFiles(files, 'images')) stored.add(key.split('/')[1]!)
    for (const hash of stored) if (!used.has(hash)) await files.deleteAll(`images/${hash}`)
    await countPictures({ db, files })
  })
}

/** Reads what logos that were stored by version 1.0.0 need, which their URLs do not say. */
export async function readOldLogos({ db, files }: Pick<Context, 'db' | 'files'>): Promise<void> {
  const { rows } = await db.execute<{ url: string }>(sql`
    SELECT logo_url AS url FROM events WHERE logo_url LIKE '%.webp'
    UNION SELECT logo_url FROM companies WHERE logo_url LIKE '%.webp'`)
  for (const { url } of rows) {
    const image = readImageUrl(url)
    const key = image && pictureKey(image.hash, image.width)
    if (!key || !(await files.exists(key))) continue
    const content = Buffer.from(await files.getBytes(key))
    const file = { size: content.length, read: async () => content }
    const { tone } = await makePicture(0, file, eventImages.logo)
    for (const table of [events, companies])
      await db
        .update(table)
        .set({ logoUrl: `${url}#${tone}` })
        .where(eq(table.logoUrl, url))
  }
}

/** Recounts each company's stored pictures from its rows, so that replaced ones no longer count. */
async function countPictures({ db, files }: Pick<Context, 'db' | 'files'>): Promise<void> {
  const theirs = sql`SELECT company_id, split_part(url, '/', 4) AS hash FROM (${named}) AS named
    WHERE url LIKE '/uploads/images/%'`
  await db.execute(sql`
    DELETE FROM ${pictures} AS p WHERE (company_id, hash) NOT IN (${theirs})`)
  await db.execute(sql`
    INSERT INTO ${pictures} (company_id, hash, bytes) SELECT company_id, hash, 0 FROM (${theirs}) AS theirs
    ON CONFLICT DO NOTHING`)
  const unmeasured = await db
    .selectDistinct({ hash: pictures.hash })
    .from(pictures)
    .where(eq(pictures.bytes, 0))
  for (const { hash } of unmeasured) {
    let bytes = 0
    for await (const key of listFiles(files, `images/${hash}`))
      bytes += (await files.getMetaData(key)).contentLength
    await db.update(pictures).set({ bytes }).where(eq(pictures.hash, hash))
  }
}
