/**
 * Runs before every npm script, as its `pre` script, in a shell of its own: so the script itself finds the Node of
 * node_modules/.bin even if this had to install it first. Uses no packages, so that any Node from 20 on can run it.
 *
 *   node tools/scripts/prepare.mjs          installs what is missing
 *   node tools/scripts/prepare.mjs build    also builds what has changed: the pages, the server
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import buildChanged from './build.mjs'

process.chdir(fileURLToPath(new URL('../..', import.meta.url)))
const installedList = 'node_modules/.package-lock.json'

if (!isInstalled()) {
  console.log('Installing the packages of package-lock.json…')
  rmSync(installedList, { force: true }) // so that an interrupted installation is repeated
  // Windows cannot remove a running program, as `npm ci` would do with the Node of node_modules.
  npm(process.platform === 'win32' && existsSync('node_modules') ? 'install' : 'ci', '--loglevel=error')
}
if (process.argv.includes('build')) buildChanged()

/** Compares packages, not times: npm writes this list when an installation is complete. */
function isInstalled() {
  if (!existsSync(installedList)) return false
  const [wanted, installed] = ['package-lock.json', installedList].map(
    (path) => JSON.parse(readFileSync(path, 'utf8')).packages,
  )
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (!path.includes('node_modules/')) return true
    if (link) return existsSync(path)
    return path in installed ? installed[path].version === version : optional
  })
}

/** Runs npm, and ends with its exit code if it fails. */
function npm(...args) {
  const { npm_execpath: script = '', npm_node_execpath: node = process.execPath } = process.env
  const { status } = script.endsWith('.js')
    ? spawnSync(node, [script, ...args], { stdio: 'inherit' })
    : spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
}
