import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Builds the staff app into web/dist/staff; the server returns that index.html for its paths. */
export default defineConfig({
  root: fileURLToPath(new URL('./staff', import.meta.url)),
  base: '/assets/staff/',
  // In development, the guest pages have their own Vite server.
  cacheDir: '../../node_modules/.vite/staff',
  plugins: [react()],
  build: {
    outDir: '../dist/staff',
    emptyOutDir: true,
    // The content security policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    // The server reads from it which files a page needs (decision 040).
    manifest: true,
    // One script for what the app begins with.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'app', tags: ['$initial'] }] } } },
    modulePreload: { polyfill: false },
  },
})
