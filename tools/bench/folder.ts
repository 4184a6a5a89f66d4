import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes a folder for what is measured or broken in it. At the end it is removed, after all `later` steps, the last one first. */
export async function openFolder(name: string) {
  const folder = await mkdtemp(join(tmpdir(), `trunkshow-${name}-`))
  await chmod(folder, 0o711) // for PostgreSQL's own user, where this runs as root
  const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  return {
    folder,
    later: (step: () => Promise<unknown>) => void closing.push(step),
    async [Symbol.asyncDispose]() {
      for (const step of closing.splice(0).reverse()) await step().catch((error) => console.error(error))
    },
  }
}
