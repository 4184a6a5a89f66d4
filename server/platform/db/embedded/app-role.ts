import { createHmac } from 'node:crypto'
import { withClient } from '../transaction.ts'

/** The role the app connects as: it owns the app's database and nothing else (decision 035). */
export const APP_ROLE = 'trunkshow_app'

/** Derives the role's password from the superuser's, so that there is no second secret to store. */
export function appPassword(superuserPassword: string): string {
  return createHmac('sha256', superuserPassword).update(APP_ROLE).digest('base64url')
}

/** Creates the app's role if the cluster has none, in one transaction. */
export async function makeAppRole(adminUrl: string, password: string): Promise<void> {
  await withClient({ connectionString: adminUrl, application_name: 'trunkshow admin' }, async (client) => {
    const { rows } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [APP_ROLE])
    if (rows.length > 0) return
    // One simple query is one transaction. Of concurrent starts, the later one waits and finds the role.
    await client.query(`
      SELECT pg_advisory_xact_lock(hashtextextended('trunkshow role', 0));
      DO $$ BEGIN
        IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${APP_ROLE}') THEN
          CREATE ROLE ${APP_ROLE} LOGIN PASSWORD '${password}';
          EXECUTE format('ALTER DATABASE %I OWNER TO ${APP_ROLE}', current_database());
        END IF;
      END $$`)
  })
}
