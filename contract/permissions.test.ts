import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { coHostRights, mayDo, type Right, rights, roles } from './permissions.ts'
import { rightLabels } from './right-labels.ts'

/** The rows of the table in docs/product.md, What a role may do: a label, and an answer for each role and for co-hosts. */
const table = [
  ...readFileSync(new URL('../docs/product.md', import.meta.url), 'utf8').matchAll(
    /^\| (.+)((?: \| (?:yes|no)){4}) \|$/gm,
  ),
].map(([, label, answers]) => [label, ...answers!.split(' | ').slice(1)])

test('docs/product.md has the label of every right, and who has it', () => {
  const word = (yes: boolean) => (yes ? 'yes' : 'no')
  const given = (Object.keys(rights) as Right[]).map((right) => [
    rightLabels[right],
    ...roles.map((role) => word(mayDo(role, right))),
    word(coHostRights.includes(right)),
  ])
  expect(table).toEqual(given)
})

test('an unknown role holds no right', () => {
  for (const right of Object.keys(rights) as Right[]) expect(mayDo('visitor' as never, right)).toBe(false)
})
