import { existsSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'

export const features =
  'session company events slots bookings customers products customizations templates orders discounts shopify activity imports privacy tours calendars emails desk waitlist home reports'.split(
    ' ',
  )
/** Folders of the server that import no feature. */
export const platform = ['platform', 'test']

export interface Import {
  from: string
  /** A path in the tree, or `#package`. */
  to: string
  /** `import type`, which is removed at run time. */
  typeOnly: boolean
}

/** @returns the paths of all files in a folder and below, except installed, built or generated ones */
export function listFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !/^(node_modules|dist|migrations|\..*)$/.test(name))
    .flatMap((entry) =>
      entry.isDirectory() ? listFiles(root, `${folder}/${entry.name}`) : `${folder}/${entry.name}`,
    )
}

export function readImports(from: string, text: string): Import[] {
  const statement =
    /(?<!['"])\b(?:import|export)(\s+type)?\b\s*(?:[\w\s{},*$]*\bfrom\s*|\(\s*)?['"]([^'"]+)['"]/g
  return [...text.matchAll(statement)].map(([, type, name]) => {
    const ours = name!.replace(/^@trunkshow\//, '')
    const to = name!.startsWith('.')
      ? posix.join(posix.dirname(from), name!)
      : ours === name
        ? `#${name}`
        : ours
    return { from, to, typeOnly: Boolean(type) }
  })
}

/** Whether a file is a server feature's `routes.ts` or `pages.ts`, which may combine other features. */
export const facesRequests = (path: string) => /^server\/[^/]+\/(routes|pages)\.ts$/.test(path)
