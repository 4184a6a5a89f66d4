import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import type { FileKind } from './file-kinds.ts'

const transform = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } })
type Route = Parameters<typeof transform>[0]

/** Describes a route for the OpenAPI document: API calls only, with the files they accept. */
export function describeRoute(route: Route): ReturnType<typeof transform> {
  const hide = route.schema?.hide ?? !route.url.startsWith('/api/')
  const { schema, url } = transform({ ...route, schema: { ...route.schema, hide } })
  const files = route.route.config?.files
  if (!files || !schema?.body) return { schema, url }
  const body = schema.body as { properties?: object }
  const content = {
    'application/json': { schema: body },
    'multipart/form-data': {
      schema: {
        ...body,
        properties: { ...body.properties, ...Object.assign({}, ...files.map(describeFiles)) },
      },
    },
  }
  return { schema: { ...schema, body: { content } }, url }
}

/** Describes the parts of a form that carry files, by name. */
function describeFiles({ fields, megabytes, maxFiles }: FileKind) {
  const file = { type: 'string', format: 'binary' }
  const limit = `at most ${megabytes} MB`
  return Object.fromEntries(
    fields.map((field) =>
      maxFiles === 1
        ? [field, { ...file, description: `A file of ${limit}.` }]
        : [
            field,
            {
              type: 'array',
              items: file,
              maxItems: maxFiles,
              description: `Files of ${limit} each; a part may also have a number, as ${field}_0.`,
            },
          ],
    ),
  )
}
