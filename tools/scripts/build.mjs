import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { findUnbuilt, stampBuild } from './build-stamp.mjs'

/**
 * Builds what has changed, each workspace with the `build` script of its package.json: the pages for guests and for
 * staff into web/dist, the server into server/dist. Tests call it before they start.
 */
export default function buildChanged() {
  for (const workspace of findUnbuilt()) {
    stampBuild(workspace, () => {
      const { status } = spawnSync(`npm run build --workspace ${workspace}`, {
        stdio: 'inherit',
        shell: true,
        env: { ...process.env, NODE_ENV: 'production' }, // whatever it is for the caller, such as a test
      })
      if (status !== 0) process.exit(status ?? 1)
      if (workspace === 'web') for (const door of ['visitor', 'staff']) compress(`web/dist/${door}`)
    })
  }
}

/** Compresses a folder's files once, at the best level, so that no file is compressed per request. */
function compress(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!/\.(js|css|svg)$/.test(name)) continue
    const content = readFileSync(`${folder}/${name}`)
    writeFileSync(`${folder}/${name}.br`, brotliCompressSync(content))
    writeFileSync(`${folder}/${name}.gz`, gzipSync(content, { level: 9 }))
  }
}
