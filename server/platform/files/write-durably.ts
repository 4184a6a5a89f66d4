import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file atomically, so that readers never see a part and a full disk leaves none, and durably, so that it
 * survives a power cut. Makes its folder if there is none.
 */
export async function writeDurably(path: string, contents: string | Uint8Array, folderMode?: number) {
  const draft = `${path}.${randomUUID()}`
  await mkdir(dirname(path), { recursive: true, ...(folderMode && { mode: folderMode }) })
  try {
    await writeFile(draft, contents, { flush: true })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
