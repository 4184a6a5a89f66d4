import { execFile } from 'node:child_process'
import { mkdir, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Why the scenes that fill a disk cannot run here; null where they can. */
export const cannotMount =
  process.platform === 'linux' && process.getuid?.() === 0
    ? null
    : 'it mounts a small volume, which only root on Linux may do'

export type Volume = Awaited<ReturnType<typeof mountVolume>>

/** Mounts an empty volume of this size, in memory. */
export async function mountVolume(folder: string, megabytes: number) {
  await mkdir(folder, { recursive: true })
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'trunkshow-chaos', folder])
  const filler = join(folder, 'filler')
  const full = { stopping: false, kept: Promise.resolve() }

  /** Writes until no block is left. */
  async function fill() {
    const file = await open(filler, 'a')
    try {
      const { bavail, bsize } = await statfs(folder)
      for (let left = bavail; left > 0; left -= 256)
        await file.write(Buffer.alloc(bsize * Math.min(left, 256)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    } finally {
      await file.close()
    }
  }

  async function keepFull() {
    while (!full.stopping) {
      await fill()
      await setTimeout(50)
    }
  }

  return {
    folder,
    /** Leaves no room, and takes what others free, until `free`. */
    async fill() {
      await fill()
      full.stopping = false
      full.kept = keepFull()
    },
    async free() {
      full.stopping = true
      await full.kept
      await rm(filler, { force: true })
    },
    async unmount() {
      full.stopping = true
      await full.kept
      await run('umount', ['--lazy', folder])
    },
  }
}
