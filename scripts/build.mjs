/** Builds the pages of both doors into web/dist, as the `build` script of web/package.json says. */
import { spawnSync } from 'node:child_process'
import { stampBuild } from './build-stamp.mjs'

stampBuild(() => {
  const { status } = spawnSync('npm run build --workspace web', { stdio: 'inherit', shell: true })
  if (status !== 0) process.exit(status ?? 1)
})
