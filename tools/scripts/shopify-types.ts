/** `npm run shopify-types` writes the types of Shopify operations; `--check` reports if they are out of date. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { codegen } from '@graphql-codegen/core'
import * as typescriptOperations from '@graphql-codegen/typescript-operations'
import { loadSchema, schemaVersions } from '@trunkshow/practice-store/load-schema.ts'
import { type OperationDefinitionNode, parse, printSchema } from 'graphql'
import { operations } from '../../server/shopify/client/shopify-operations.ts'

const path = fileURLToPath(new URL('../../server/shopify/client/shopify-types.ts', import.meta.url))
const scalars = {
  ...{ ID: 'string', Money: 'string', Decimal: 'string', DateTime: 'string', URL: 'string', HTML: 'string' },
  ...{ UnsignedInt64: 'string', JSON: 'unknown' },
}

/** Generates the content of shopify-types.ts. */
async function makeTypes(): Promise<string> {
  const { schema } = await loadSchema(schemaVersions[0])
  const documents = Object.entries(operations).map(([location, text]) => ({
    location,
    document: parse(text, { noLocation: true }),
  }))
  const types = await codegen({
    filename: path,
    schema: parse(printSchema(schema)),
    schemaAst: schema,
    documents,
    config: { skipTypename: true, disableDescriptions: true, scalars },
    plugins: [{ operations: {} }],
    pluginMap: { operations: typescriptOperations },
  })
  const map = documents.map(({ location, document }) => {
    const { operation } = document.definitions[0] as OperationDefinitionNode
    const name = `${capital(location)}${capital(operation)}`
    return `  ${location}: { data: ${name}; variables: ${name}Variables }\n`
  })
  return [
    '// Written by `npm run shopify-types`: change the operations, not this file.\n',
    types,
    `\n/** What each operation takes and answers. */\nexport interface OperationTypes {\n${map.join('')}}\n`,
  ].join('')
}

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1)

const types = await makeTypes()
if (!process.argv.includes('--check')) writeFileSync(path, types)
else if (readFileSync(path, 'utf8') !== types) {
  console.error('The types of the Shopify operations are not up to date: run "npm run shopify-types".')
  process.exitCode = 1
}
