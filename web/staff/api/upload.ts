/** Receives the fraction of the body sent, 0 to 1. */
export type OnProgress = (share: number) => void

interface Upload {
  url: string
  method: string
  headers: Headers
  /** Fields besides the files, sent as text. */
  body: unknown
  /** Several of one name are sent as parts of that name. */
  files: Record<string, File | readonly File[] | undefined>
  onProgress?: OnProgress
  signal?: AbortSignal
}

/**
 * Sends fields and files as multipart. Uses XMLHttpRequest, since `fetch` doesn't report upload progress.
 *
 * @param patienceMs time without progress in either direction until the upload times out
 * @throws DOMException TimeoutError then, or AbortError if aborted; TypeError if the server can't be reached
 */
export function upload(
  { url, method, headers, body, files, onProgress, signal }: Upload,
  patienceMs: number,
) {
  return new Promise<{ response: Response; text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest()
    let patience: ReturnType<typeof setTimeout>
    const fail = (message: string, name: string) => {
      request.abort()
      reject(new DOMException(message, name))
    }
    const wait = () => {
      clearTimeout(patience)
      patience = setTimeout(() => fail('Nothing moved', 'TimeoutError'), patienceMs)
    }
    signal?.addEventListener('abort', () => fail('Given up', 'AbortError'), { once: true })
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
 * Fields as text: null becomes empty text, objects and lists JSON; undefined is omitted (docs/product.md, Ids and
 * numbers).
 */
function multipart(body: unknown, files: Upload['files']) {
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value !== undefined) form.set(name, textOf(value))
  }
  for (const [name, given] of Object.entries(files)) {
    for (const file of [given ?? []].flat()) form.append(name, file)
  }
  return form
}

function textOf(value: unknown) {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}

/** Of its headers, only the type matters: errors are read by it. */
function answerOf(request: XMLHttpRequest) {
  const { status, statusText, responseText: text } = request
  const headers = { 'Content-Type': request.getResponseHeader('Content-Type') ?? '' }
  return { response: new Response(text || null, { status, statusText, headers }), text }
}
