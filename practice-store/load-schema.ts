import { gunzipSync } from 'node:zlib'
import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery } from 'graphql'
import { readSchemaFile, type SchemaVersion } from './schema-files.ts'

export interface ShopifySchema {
  schema: GraphQLSchema
  /** The access scopes of a type or field, such as `Product` or `Mutation.orderCreate`; any one of them is enough. */
  scopes: Map<string, string[]>
}

interface SchemaFile {
  data: IntrospectionQuery
  offline_scopes: { items: { typeName: string; fieldName?: string; offlineScopes: string[] }[] }
}

const loaded = new Map<SchemaVersion, Promise<ShopifySchema>>()

/** Shopify's schema of a version, read once in each process. @throws SchemaMissingError */
export function loadSchema(version: SchemaVersion): Promise<ShopifySchema> {
  const loading = loaded.get(version) ?? readSchema(version)
  loaded.set(version, loading)
  loading.catch(() => loaded.delete(version)) // so that the next call tries again
  return loading
}

async function readSchema(version: SchemaVersion): Promise<ShopifySchema> {
  const { data, offline_scopes } = JSON.parse(
    gunzipSync(await readSchemaFile(version)).toString(),
  ) as SchemaFile
  const needed = offline_scopes.items.filter(({ offlineScopes }) => offlineScopes.length > 0)
  return {
    schema: buildClientSchema(data, { assumeValid: true }),
    scopes: new Map(
      needed.map(({ typeName, fieldName, offlineScopes }) => [
        fieldName ? `${typeName}.${fieldName}` : typeName,
        offlineScopes,
      ]),
    ),
  }
}
