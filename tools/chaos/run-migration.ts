import { migrate } from '../../server/platform/db/migrate.ts'

/** `migrate` as a process of its own that can be killed: a database's URL, and a folder of migrations. */
await migrate(process.argv[2]!, process.argv[3])
