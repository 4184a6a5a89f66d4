import { createHmac } from 'node:crypto'
import pg from 'pg'

/** The role the app connects as: it owns the app's database and nothing else (decision 035). */
export const APP_ROLE = 'trunkshow_app'

/** Derives the role's password from the superuser's, so that there is no second secret to store. */
export function appPassword(superuserPassword: string): string {
  return createHmac('sha256', superuserPassword).update(APP_ROLE).digest('base64url')
}

/**
 * Creates the app's role if the cluster has none, in one transaction: at the first start, or after a version that
 * connected as the superuser.
 */
export function makeAppRole(adminUrl: string, password: string): Promise<void> {
  return asAdmin(adminUrl, async (client) => {
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

/**
 * Transfers to the app's role what an older version created as the superuser: every schema, table, sequence, view,
 * function, and type that does not belong to PostgreSQL or an extension. In one transaction, so that an interrupted start
 * can repeat it. Only for the app that holds the lock of `acquireAppLock`, since it waits for all running statements.
 */
export function transferOwnership(adminUrl: string): Promise<void> {
  return asAdmin(adminUrl, async (client) => {
    const { rows } = await client.query<{ statement: string }>(OWNED_BY_SUPERUSER)
    if (rows.length > 0) await client.query(rows.map(({ statement }) => statement).join(';\n'))
  })
}

/** Sequences of columns and row types follow their table. */
const OWNED_BY_SUPERUSER = `
  WITH ours AS (
    SELECT oid, nspname, nspowner FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
  ), dependent AS (
    SELECT classid, objid FROM pg_depend WHERE deptype = 'e'
    UNION ALL
    SELECT 'pg_class'::regclass, d.objid FROM pg_depend AS d JOIN pg_class AS c ON c.oid = d.objid
    WHERE d.classid = 'pg_class'::regclass AND d.refobjsubid > 0 AND c.relkind = 'S'
  ), made AS (
    SELECT 'SCHEMA' AS kind, format('%I', nspname) AS name, nspowner AS owner, 'pg_namespace'::regclass AS class, oid
    FROM ours
    UNION ALL
    SELECT 'TABLE', format('%I.%I', nspname, relname), relowner, 'pg_class', c.oid
    FROM pg_class AS c JOIN ours ON ours.oid = relnamespace WHERE relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
    UNION ALL
    SELECT 'ROUTINE', p.oid::regprocedure::text, proowner, 'pg_proc', p.oid
    FROM pg_proc AS p JOIN ours ON ours.oid = pronamespace
    UNION ALL
    SELECT 'TYPE', format('%I.%I', nspname, typname), typowner, 'pg_type', t.oid
    FROM pg_type AS t JOIN ours ON ours.oid = typnamespace LEFT JOIN pg_class AS c ON c.oid = typrelid
    WHERE typtype IN ('d', 'e', 'r') OR (typtype = 'b' AND typelem = 0) OR c.relkind = 'c'
  )
  SELECT format('ALTER %s %s OWNER TO ${APP_ROLE}', kind, name) AS statement FROM made
  WHERE owner = current_user::regrole
    AND NOT EXISTS (SELECT 1 FROM dependent WHERE classid = made.class AND objid = made.oid)`

async function asAdmin(adminUrl: string, act: (client: pg.Client) => Promise<void>) {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'trunkshow admin' })
  client.on('error', () => {}) // the running statement reports it
  await client.connect()
  try {
    await act(client)
  } finally {
    await client.end().catch(() => {})
  }
}
