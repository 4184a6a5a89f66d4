/** Builds the pages for guests and for staff into web/dist, with the `build` script of web/package.json. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { stampBuild } from './build-stamp.mjs'

stampBuild(() => {
  const { status } = spawnSync('npm run build --workspace web', { stdio: 'inherit', shell: true })
  if (status !== 0) process.exit(status ?? 1)
  // Compressed once, at the best level, so that no file is compressed per request.
  for (const door of ['visitor', 'staff']) {
    for (const name of readdirSync(`web/dist/${door}`, { recursive: true })) {
      if (!/\.(js|css|svg)$/.test(name)) continue
      const content = readFileSync(`web/dist/${door}/${name}`)
      writeFileSync(`web/dist/${door}/${name}.br`, brotliCompressSync(content))
      writeFileSync(`web/dist/${door}/${name}.gz`, gzipSync(content, { level: 9 }))
    }
  }
})
