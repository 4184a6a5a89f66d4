/** Fetches Shopify's schema, once, before the tests that need it. */
import { readSchemaFile, SchemaMissing, schemaVersions } from '../server/practice-store/schema-files.ts'

try {
  for (const version of schemaVersions) await readSchemaFile(version)
} catch (error) {
  if (!(error instanceof SchemaMissing)) throw error
  console.error(error.message)
  process.exitCode = 1
}
