import { defineConfig, type PlaywrightTestOptions, type PlaywrightWorkerOptions } from '@playwright/test'
import { findBrowser, findFirefox } from './tools/scripts/find-browser.ts'

type Options = Partial<PlaywrightTestOptions & PlaywrightWorkerOptions>

const chromium: Options = {
  launchOptions: {
    executablePath: findBrowser(),
    // Without these, a Chromium without network goes on asking for Google's hosts.
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-sync',
      '--test-third-party-cookie-phaseout', // blocks third-party cookies, as in Firefox below
    ],
  },
}

const firefox: Options = {
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: findFirefox(),
    args: ['--remote-allow-system-access'],
    firefoxUserPrefs: { 'ui.useOverlayScrollbars': 1, 'network.cookie.cookieBehavior': 1 },
  },
}

/** Journeys through the built product in a real Chromium or, with BROWSER=firefox, in the system's Firefox. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './tools/scripts/build.mjs',
  // Each worker runs a product with a database of its own, beside a browser. Three keep two cores busy (measured: 9 minutes
  // instead of 12).
  workers: 3,
  // For what hangs alone: a busy machine may take several times as long as an idle one.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: process.env.BROWSER === 'firefox' ? firefox : chromium,
})
