/** What a machine can check of docs/architecture.md, Conventions: names, sizes, the direction of imports, and documents. */
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkDocuments } from './structure/check-documents.ts'
import { checkImports } from './structure/check-imports.ts'
import { checkNames, listFiles } from './structure/check-names.ts'

/** @returns one line for each problem in the tree */
export function checkStructure(root: string): string[] {
  const files = ['contract', 'practice-store', 'server', 'web', 'e2e', 'tools'].flatMap((folder) =>
    listFiles(root, folder),
  )
  const texts = files
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)
  return [...checkNames(files, texts), ...checkImports(texts), ...checkDocuments(root, files)]
}

if (realpathSync(process.argv[1]!) === fileURLToPath(import.meta.url)) {
  const problems = checkStructure(fileURLToPath(new URL('../..', import.meta.url)))
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length ? 1 : 0
}
