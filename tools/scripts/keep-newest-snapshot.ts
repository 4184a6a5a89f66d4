import { readdirSync, rmSync } from 'node:fs'

/** Deletes all snapshots of the schema but the newest, the only one that drizzle compares with (decision 072). */
const folder = new URL('../../server/platform/db/migrations/meta/', import.meta.url)
const snapshots = readdirSync(folder).filter((name) => name.endsWith('_snapshot.json'))
for (const name of snapshots.sort().slice(0, -1)) rmSync(new URL(name, folder))
