import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const root = fileURLToPath(new URL('./staff', import.meta.url))

/** Builds the staff door into web/dist/staff; the server answers its addresses with that index.html. */
export default defineConfig({
  root,
  base: '/assets/staff/',
  // In development the visitor's door has a Vite of its own at the same time.
  cacheDir: '../../node_modules/.vite/staff',
  plugins: [react(), versionThemeScript()],
  build: {
    outDir: '../dist/staff',
    emptyOutDir: true,
    // The content security policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
  },
})

/** A blocking script is not bundled and keeps its name, so its address carries its content's hash: it is cached for a year. */
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
