import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Entries of the build's manifest by source, such as `orders/list/orders-page.tsx`. */
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

/**
 * Reads the build of the staff app.
 *
 * @returns a function that makes the document of a page shown by these modules: it names their files, so the browser
 *   fetches them together with the app's (decision 040)
 */
export async function openStaffDocuments(build: string) {
  const html = await readFile(join(build, 'index.html'), 'utf8')
  const manifest: Manifest = JSON.parse(await readFile(join(build, '.vite/manifest.json'), 'utf8'))
  return (modules: readonly string[]) => {
    const files = new Set(modules.flatMap((module) => filesOf(manifest, module)))
    const links = [...files].filter((file) => !html.includes(file)).map(linkTo)
    return html.replace('</head>', `${links.join('')}</head>`)
  }
}

/** The files of a module and of all that it imports. */
function filesOf(manifest: Manifest, module: string, seen = new Set<string>()): string[] {
  if (seen.has(module)) return []
  seen.add(module)
  const { file, css = [], imports = [] } = manifest[module]!
  return [file, ...css, ...imports.flatMap((other) => filesOf(manifest, other, seen))]
}

function linkTo(file: string) {
  const kind = file.endsWith('.css') ? 'stylesheet' : 'modulepreload'
  return `<link rel="${kind}" crossorigin href="/assets/staff/${file}">\n`
}
