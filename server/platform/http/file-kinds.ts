import type { Endpoint } from '@trunkshow/contract/api.ts'
import { MEGABYTE } from '@trunkshow/contract/images.ts'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'

/** Files accepted in the same fields, and how many. */
export type FileKind = NonNullable<Endpoint['attachments']>

/** Returns the files an endpoint accepts: one of each picture, several attachments. */
export function filesOf({ images = {}, attachments }: Endpoint): FileKind[] {
  const pictures = Object.entries(images).map(([field, { megabytes }]) => ({
    fields: [field],
    megabytes,
    maxFiles: 1,
  }))
  return attachments ? [...pictures, attachments] : pictures
}

/** The largest text field beside files of logged-in users: a whole form's answers are one field. */
export const MAX_TEXT_BYTES = 2 * MEGABYTE

/**
 * Returns the multipart parser's limits; `receiveFile` counts and measures the files.
 *
 * @param options.fromGuests whether anyone may send the form
 */
export function multipartOptionsFor(kinds: readonly FileKind[], { fromGuests = false } = {}) {
  const maxFiles = Math.max(...kinds.map(({ maxFiles }) => maxFiles))
  const files = { files: Number.POSITIVE_INFINITY, fileSize: Number.POSITIVE_INFINITY }
  // Texts of guests stay as short as in a form without files.
  if (fromGuests) return { limits: files }
  // Each file may come with a text field.
  return { limits: { ...files, fields: 40 + maxFiles, parts: 40 + 2 * maxFiles, fieldSize: MAX_TEXT_BYTES } }
}

/** Whether a part of a form carries a file of this kind. */
export function matchesKind({ fields, maxFiles }: FileKind, part: string): boolean {
  return fields.includes(part) || (maxFiles > 1 && fields.includes(part.replace(/_\d{1,9}$/, '')))
}

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
