import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Debian's packages, then Chrome and Edge. The first is headless, which uses a fifth less of the processor. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** Debian's package first. Playwright's own Firefox is not used: `playwright.config.ts` drives one as people have it. */
const firefoxPlaces = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
]

export function findFirefox(): string | undefined {
  return firefoxPlaces.find((path) => existsSync(path))
}

/** Finds the browser for tests: Playwright's own if it is installed, else one of the system. */
export function findBrowser(): string | undefined {
  return [chromium.executablePath(), ...places].find((path) => existsSync(path))
}
