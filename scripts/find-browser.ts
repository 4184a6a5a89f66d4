import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Debian's packages, of which the one without windows takes a fifth less of the machine, then Chrome and Edge. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** The browser that tests run in: Playwright's own where it is installed, else one of the system. */
export function findBrowser(): string | undefined {
  return [chromium.executablePath(), ...places].find((path) => existsSync(path))
}
