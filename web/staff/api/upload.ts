/** Hears the share of a body that has been sent, from 0 to 1. */
export type OnProgress = (share: number) => void

interface Upload {
  url: string
  method: string
  headers: Headers
  /** Fields beside the files; they go as text. */
  body: unknown
  files: Record<string, File | undefined>
  onProgress?: OnProgress
  /** Gives the upload up. */
  signal?: AbortSignal
}

/**
 * Sends fields and files as multipart. By XMLHttpRequest, since `fetch` does not tell how far an upload is.
 *
 * @param patienceMs how long nothing may move, in either direction, before the upload is given up
 * @throws DOMException TimeoutError then, AbortError when given up, TypeError when the server cannot be reached
 */
export function upload(
  { url, method, headers, body, files, onProgress, signal }: Upload,
  patienceMs: number,
) {
  return new Promise<{ response: Response; text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest()
    let patience: ReturnType<typeof setTimeout>
    const giveUp = (message: string, name: string) => {
      request.abort()
      reject(new DOMException(message, name))
    }
    const wait = () => {
      clearTimeout(patience)
      patience = setTimeout(() => giveUp('Nothing moved', 'TimeoutError'), patienceMs)
    }
    signal?.addEventListener('abort', () => giveUp('Given up', 'AbortError'), { once: true })
    request.open(method, url)
    request.withCredentials = true
    headers.forEach((value, name) => {
      request.setRequestHeader(name, value)
    })
    request.upload.onprogress = ({ loaded, total }) => {
      wait()
      onProgress?.(total > 0 ? loaded / total : 0)
    }
    request.onprogress = wait
    request.onload = () => resolve(answerOf(request))
    request.onerror = () => reject(new TypeError('Failed to send'))
    request.onloadend = () => clearTimeout(patience)
    wait()
    request.send(multipart(body, files))
  })
}

/**
 * Fields as text: none is the empty text, lists and objects are JSON, what is left out stays out
 * (docs/product.md, Ids and numbers).
 */
function multipart(body: unknown, files: Upload['files']) {
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value !== undefined) form.set(name, textOf(value))
  }
  for (const [name, file] of Object.entries(files)) {
    if (file) form.set(name, file)
  }
  return form
}

function textOf(value: unknown) {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}

function answerOf(request: XMLHttpRequest) {
  const headers = new Headers()
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const [, name, value] = line.match(/^([^:]+):\s*(.*)$/) ?? []
    if (name) headers.append(name, value ?? '')
  }
  const { status, statusText, responseText: text } = request
  return { response: new Response(text || null, { status, statusText, headers }), text }
}
