/** What a machine can check of docs/architecture.md, Conventions: names, sizes, the direction of imports, and documents. */
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  checkCitations,
  checkLinks,
  checkPaths,
  checkSpelling,
  listDocuments,
} from './structure/check-documents.ts'
import {
  checkDirection,
  checkText,
  findFeatureCycles,
  findFileCycles,
  findHeavyVisitor,
  findTestCode,
  readImports,
} from './structure/check-imports.ts'
import {
  checkExportName,
  checkName,
  findLargeFolders,
  findUntestedRules,
  listFiles,
} from './structure/check-names.ts'

/** @returns one line for each problem in the tree */
export function checkStructure(root: string): string[] {
  const files = ['contract', 'practice-store', 'server', 'web', 'e2e', 'tools'].flatMap((folder) =>
    listFiles(root, folder),
  )
  const documents = listDocuments(root)
  const sources = files.filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !/\.test\.tsx?$/.test(path))
  const texts = sources.map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)
  const imports = texts.flatMap(([path, text]) => readImports(path, text))
  return [
    ...files.flatMap(checkName),
    ...texts.flatMap(([path, text]) => checkExportName(path, text)),
    ...findLargeFolders(files),
    ...findUntestedRules(files),
    ...imports.flatMap(checkDirection),
    ...texts.flatMap(([path, text]) => checkText(path, text)),
    ...findHeavyVisitor(imports),
    ...findTestCode(imports),
    ...['contract', 'server', 'web/staff'].flatMap((workspace) => findFeatureCycles(workspace, imports)),
    ...findFileCycles(imports),
    ...documents.flatMap((path) => checkLinks(root, path)),
    ...documents.flatMap((path) => checkPaths(root, path, [...files, ...documents])),
    ...[...files, ...documents].flatMap((path) => checkCitations(root, path)),
    ...[...files, ...documents].flatMap((path) => checkSpelling(root, path)),
  ]
}

if (realpathSync(process.argv[1]!) === fileURLToPath(import.meta.url)) {
  const problems = checkStructure(fileURLToPath(new URL('../..', import.meta.url)))
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length ? 1 : 0
}
