/** The server no longer has a file: the product was updated after this page was opened. */
export class CodeMissingError extends Error {}

/** By URL: what is loading or has loaded. */
const files = new Map<string, Promise<void>>()

/**
 * Replaces the function that Vite calls around each `import()` (web/vite.staff.config.ts). All files arrive before the
 * import starts, since Firefox fails an import forever if a file of it failed once
 * (https://github.com/whatwg/html/issues/6768). A file that failed is fetched again at the next call.
 *
 * @param load the `import()`
 * @param paths of its scripts and stylesheets, below the staff app's folder
 * @throws CodeMissingError
 * @throws TypeError when the network fails
 * @public
 */
export async function __vitePreload<Code>(load: () => Promise<Code>, paths: string[] = []): Promise<Code> {
  await Promise.all(paths.map((path) => fetchOnce(import.meta.env.BASE_URL + path)))
  return load()
}

function fetchOnce(url: string) {
  const known = files.get(url)
  if (known) return known
  const arrival = fetchFile(url)
  files.set(url, arrival)
  arrival.catch(() => files.delete(url))
  return arrival
}

/** How long a file may take to arrive. */
const PATIENCE_MS = 20_000

/** Fetches a file, unless the document does, whole into the browser's cache, where the import finds it. A stylesheet is applied. */
async function fetchFile(url: string) {
  const isStyles = url.endsWith('.css')
  if (document.querySelector(`link[href="${url}"]`)) return
  const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) })
  if (answer.status === 404) throw new CodeMissingError(url)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  await answer.arrayBuffer()
  if (isStyles) await applyStyles(url)
}

function applyStyles(url: string) {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = url
  return new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`${url} could not be applied`))
    })
    document.head.append(link)
  })
}
