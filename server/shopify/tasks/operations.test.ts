import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadSchema, schemaVersions } from '@trunkshow/practice-store/load-schema.ts'
import { parse, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { operations } from '../client/shopify-operations.ts'

const list = Object.entries(operations)

describe.each(schemaVersions)('in Shopify %s', (version) => {
  test.each(list)('%s is valid', async (name, text) => {
    const { schema } = await loadSchema(version)
    const document = parse(text)
    expect(validate(schema, document).map(({ message }) => message)).toEqual([])
    expect(document.definitions).toMatchObject([{ name: { value: name } }])
  })
})

test('an operation that is not in Shopify’s schema is detected', async () => {
  const { schema } = await loadSchema('2026-10')
  expect(validate(schema, parse('mutation { orderDestroy(id: "1") { id } }'))).toHaveLength(1)
})

test('every request to Shopify is in the list', () => {
  const folder = new URL('..', import.meta.url)
  const asked = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) =>
      [...readFileSync(new URL(name, folder), 'utf8').matchAll(/(?<=`(?:query|mutation) )\w+/g)].map(String),
    )
  expect(asked.sort()).toEqual(list.map(([name]) => name).sort())
})

test('the types are those of the operations', () => {
  const script = fileURLToPath(new URL('../../../tools/scripts/shopify-types.ts', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', script, '--check'])
  expect({ status, said: stderr.toString() }).toEqual({ status: 0, said: '' })
})
