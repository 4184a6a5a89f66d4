import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** The pages that do something in the browser (decision 067). */
const root = fileURLToPath(new URL('.', import.meta.url))
const pages = globSync('visitor/entry-*.tsx', { cwd: root }).filter((entry) => !entry.includes('server'))

/** Three files a page: React, which stays in caches when our code changes, what pages share, and the page. */
const chunks = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 1 },
  { name: 'shared', test: /^(?!.*\/visitor\/(landing|manage|cancel)\/)/, minShareCount: 2 },
]

/**
 * Builds the guest pages twice: for the browser into web/dist/visitor, and with --ssr for the server into
 * web/dist/visitor-server. The server build bundles React, so it reads no packages. In development, Vite
 * serves the sources from the site's root.
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  root,
  base: command === 'build' ? '/assets/visitor/' : '/',
  publicDir: false,
  css: { transformer: 'lightningcss' },
  ...(isSsrBuild && { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } }),
  build: {
    outDir: isSsrBuild ? 'dist/visitor-server' : 'dist/visitor',
    emptyOutDir: true,
    assetsDir: '',
    // Fonts and images stay files: the content security policy forbids data: URLs.
    assetsInlineLimit: 0,
    manifest: true,
    // One style sheet of all pages: the server inlines that of its own build.
    cssCodeSplit: false,
    ssrEmitAssets: true,
    modulePreload: false,
    rolldownOptions: isSsrBuild
      ? { input: 'visitor/entry-server.tsx', output: { codeSplitting: false } }
      : {
          input: pages,
          output: { codeSplitting: { groups: chunks } },
        },
  },
}))
