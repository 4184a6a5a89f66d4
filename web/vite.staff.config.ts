import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const root = fileURLToPath(new URL('./staff', import.meta.url))

/** Builds the staff app into web/dist/staff; the server returns that index.html for its paths. */
export default defineConfig({
  root,
  base: '/assets/staff/',
  // In development, the guest pages have their own Vite server.
  cacheDir: '../../node_modules/.vite/staff',
  plugins: [react(), versionThemeScript()],
  build: {
    outDir: '../dist/staff',
    emptyOutDir: true,
    // The content security policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
  },
})

/**
 * Blocking scripts aren't bundled or hashed by Vite, so a content hash is added to the URL, which is cached for a
 * year.
 */
function versionThemeScript(): Plugin {
  const version = createHash('sha256')
    .update(readFileSync(`${root}/public/theme.js`))
    .digest('hex')
    .slice(0, 8)
  return {
    name: 'version-theme-script',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('/theme.js"', `/theme.js?v=${version}"`),
    },
  }
}
