/** Installs a Chromium for the browser tests if there is none, in the first way that works here. */
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { findBrowser } from './find-browser.ts'

const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli')
const mayInstall = process.platform === 'linux' && process.getuid?.() === 0

const ways = [[process.execPath, playwright, 'install', 'chromium']]
// Debian's package, if Playwright cannot download its own.
if (mayInstall)
  ways.push(
    ['apt-get', 'update'],
    ['apt-get', 'install', '--yes', '--no-install-recommends', 'chromium-headless-shell', 'fonts-liberation'],
  )

for (const [command = '', ...args] of ways) {
  if (findBrowser()) break
  console.log(`No Chromium yet: ${command} ${args.join(' ')}`)
  spawnSync(command, args, {
    stdio: 'inherit',
    timeout: 5 * 60_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
if (!findBrowser()) {
  console.error(
    'The browser tests need a Chromium: install Chromium or Chrome, or run "npx playwright install chromium".',
  )
  process.exitCode = 1
}
