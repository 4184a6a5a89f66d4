import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { preactForReact } from './preact-for-react.ts'

/**
 * Builds the guest pages twice: for the browser into web/dist/visitor, and with --ssr for the server into
 * web/dist/visitor-server. The server build bundles Preact, so it reads no packages. In development, Vite
 * serves the sources from the site's root.
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: command === 'build' ? '/assets/visitor/' : '/',
  publicDir: false,
  resolve: { alias: preactForReact },
  css: { transformer: 'lightningcss' },
  ...(isSsrBuild && { ssr: { noExternal: true } }),
  build: {
    outDir: isSsrBuild ? 'dist/visitor-server' : 'dist/visitor',
    emptyOutDir: true,
    assetsDir: '',
    // Fonts and images stay files: the content security policy forbids data: URLs.
    assetsInlineLimit: 0,
    manifest: !isSsrBuild,
    modulePreload: false,
    rolldownOptions: { input: isSsrBuild ? 'visitor/entry-server.tsx' : 'visitor/entry-client.tsx' },
  },
}))
