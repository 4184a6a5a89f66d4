import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/find-browser.ts'

/** Journeys through the built product in a real Chromium. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './scripts/build.mjs',
  // Each worker runs a product with a database of its own, beside a browser. One keeps about half of two cores busy.
  workers: 2,
  // For what hangs alone: a busy machine may take several times as long as an idle one.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    launchOptions: {
      executablePath: findBrowser(),
      // Without these, a Chromium without network goes on asking for Google's hosts.
      args: ['--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
    },
  },
})
