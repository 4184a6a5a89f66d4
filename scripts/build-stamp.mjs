import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = `${root}web/dist/.built-from`

/** Whether web/dist was built completely from the current sources. Compares contents, not times. */
export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashSources()
}

/** Runs a build and stores a hash of its sources, unless it throws. */
export function stampBuild(build) {
  const sources = hashSources()
  rmSync(stamp, { force: true })
  build()
  mkdirSync(`${root}web/dist`, { recursive: true })
  writeFileSync(stamp, sources)
}

function hashSources() {
  const hash = createHash('sha256').update(readFileSync(`${root}package-lock.json`))
  for (const path of [...listFiles('contract'), ...listFiles('web')])
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
