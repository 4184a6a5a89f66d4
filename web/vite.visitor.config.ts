import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * The visitor's door, built twice: for the browser into web/dist/visitor, and with --ssr for the server into
 * web/dist/visitor-server. The server's half carries its own React, so that it is the production one whatever
 * NODE_ENV says. In development Vite serves the sources from the root of the site.
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: command === 'build' ? '/assets/visitor/' : '/',
  publicDir: false,
  plugins: [react()],
  css: { transformer: 'lightningcss' },
  ...(isSsrBuild && {
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
  build: {
    outDir: isSsrBuild ? 'dist/visitor-server' : 'dist/visitor',
    emptyOutDir: true,
    assetsDir: '',
    // Fonts and images stay files: the content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    manifest: !isSsrBuild,
    modulePreload: false,
    rolldownOptions: { input: isSsrBuild ? 'visitor/entry-server.tsx' : 'visitor/entry-client.tsx' },
  },
}))
