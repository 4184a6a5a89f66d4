import { type DocumentNode, getNamedType, TypeInfo, visit, visitWithTypeInfo } from 'graphql'
import type { ShopifySchema } from './load-schema.ts'

/** The fields of a document that these scopes do not grant, each with the scopes of which it needs one. */
export function findDeniedFields(
  { schema, scopes }: ShopifySchema,
  document: DocumentNode,
  granted: string[],
) {
  const readable = new Set(granted.flatMap((scope) => [scope, scope.replace(/^write_/, 'read_')]))
  const types = new TypeInfo(schema)
  const denied: { path: string[]; field: string; needed: string[] }[] = []
  const path: string[] = []
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: {
        enter({ name, alias }) {
          path.push((alias ?? name).value)
          const field = `${types.getParentType()?.name}.${name.value}`
          for (const guarded of [field, getNamedType(types.getType())?.name ?? '']) {
            const needed = scopes.get(guarded) ?? []
            if (needed.length > 0 && !needed.some((scope) => readable.has(scope)))
              denied.push({ path: [...path], field: name.value, needed })
          }
        },
        leave: () => void path.pop(),
      },
    }),
  )
  return denied
}
