import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What each workspace is built from, beside its own sources. */
const others = { web: ['contract'], server: ['contract', 'practice-store'] }

const stampOf = (workspace) => `${root}${workspace}/dist/.built-from`

/** The workspaces that are not built completely from their current sources. Compares contents, not times. */
export function findUnbuilt() {
  return Object.keys(others).filter((workspace) => {
    const stamp = stampOf(workspace)
    return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== hashSources(workspace)
  })
}

/** Runs a build and stores a hash of its sources, unless it throws. */
export function stampBuild(workspace, build) {
  const sources = hashSources(workspace)
  rmSync(stampOf(workspace), { force: true })
  build()
  writeFileSync(stampOf(workspace), sources)
}

function hashSources(workspace) {
  const hash = createHash('sha256').update(readFileSync(`${root}package-lock.json`))
  for (const path of [workspace, ...others[workspace]].flatMap(listFiles))
    hash.update(path).update(readFileSync(root + path))
  return hash.digest('hex')
}

function listFiles(folder) {
  return readdirSync(root + folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'dist' && name !== 'node_modules' && !name.includes('.test.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? listFiles(`${folder}/${entry.name}`) : `${folder}/${entry.name}`,
    )
}
