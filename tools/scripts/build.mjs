import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What each workspace is built from. */
const sources = { web: ['web', 'contract'], server: ['server', 'contract', 'practice-store'] }

/** Builds what has changed, by the workspace's `build` script, into web/dist and server/dist. Tests call it first. */
export default function buildChanged() {
  for (const [workspace, folders] of Object.entries(sources)) {
    // Compares contents, not times. A build that fails leaves no stamp.
    const stamp = `${root}${workspace}/dist/.built-from`
    const hash = hashSources(folders)
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) continue
    rmSync(stamp, { force: true })
    const { status } = spawnSync(`npm run build --workspace ${workspace}`, {
      stdio: 'inherit',
      shell: true,
      env: { ...process.env, NODE_ENV: 'production' }, // whatever it is for the caller, such as a test
    })
    if (status !== 0) process.exit(status ?? 1)
    if (workspace === 'web') for (const door of ['visitor', 'staff']) compress(`web/dist/${door}`)
    writeFileSync(stamp, hash)
  }
}

/** Compresses a folder's files once, at the best level, so that no file is compressed per request. */
function compress(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!/\.(js|css|svg)$/.test(name)) continue
    const content = readFileSync(`${folder}/${name}`)
    writeFileSync(`${folder}/${name}.br`, brotliCompressSync(content))
    writeFileSync(`${folder}/${name}.gz`, gzipSync(content, { level: 9 }))
  }
}

function hashSources(folders) {
  const hash = createHash('sha256').update(readFileSync(`${root}package-lock.json`))
  for (const path of folders.flatMap(listFiles)) hash.update(path).update(readFileSync(root + path))
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
