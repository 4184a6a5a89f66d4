import { randomBytes } from 'node:crypto'
import { companyMessages } from '@trunkshow/contract/company/messages.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { plainSlugs, randomCharacters } from '@trunkshow/contract/events/rules.ts'
import { sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'

/** How many link names lead to a company's page: the current one and earlier ones. */
const SLUGS_KEPT = 10

/**
 * Takes a link name for the company's page, for good. The company's earlier ones lead to it too; the oldest beyond ten
 * are given up, so that no one can collect names.
 *
 * @throws AppError taken, at the field, when another company has it
 */
export async function takeSlug({ db, actor }: StaffContext, slug: string): Promise<void> {
  const { rows } = await db.execute(sql`
    INSERT INTO company_slugs AS mine (slug, company_id) VALUES (${slug}, ${actor.companyId})
    ON CONFLICT (slug) DO UPDATE SET created_at = now() WHERE mine.company_id = ${actor.companyId}
    RETURNING slug`)
  if (rows.length === 0) {
    throw new AppError('taken', companyMessages.pageTaken, { fields: { urlSlug: companyMessages.pageTaken } })
  }
  await db.execute(sql`
    DELETE FROM company_slugs WHERE company_id = ${actor.companyId} AND slug NOT IN (
      SELECT slug FROM company_slugs WHERE company_id = ${actor.companyId}
      ORDER BY slug = ${slug} DESC, created_at DESC LIMIT ${SLUGS_KEPT})`)
}

/** Takes a link name made from the company's name, and returns it. */
export async function takeFreeSlug({ db, actor }: StaffContext, name: string): Promise<string> {
  for (const slug of plainSlugs(name, 'shows', randomBytes(randomCharacters.public))) {
    const { rows } = await db.execute(sql`
      INSERT INTO company_slugs (slug, company_id) VALUES (${slug}, ${actor.companyId})
      ON CONFLICT DO NOTHING RETURNING slug`)
    if (rows.length > 0) return slug
  }
  throw new Error('No link name was free')
}
