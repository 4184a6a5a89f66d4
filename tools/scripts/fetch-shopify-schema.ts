/** Fetches Shopify's schema, once, before the tests that need it. */
import { readSchemaFile, SchemaMissingError, schemaVersions } from '@trunkshow/practice-store/load-schema.ts'

try {
  for (const version of schemaVersions) await readSchemaFile(version)
} catch (error) {
  if (!(error instanceof SchemaMissingError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
