/** An answer that is larger than any of Shopify's, or is not JSON. */
export class UnreadableError extends Error {}

/** Reads an answer's body, and leaves beyond this many bytes. @throws UnreadableError */
export async function readBody({ body }: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new UnreadableError(`more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Reads an answer that is a JSON object of at most this many bytes. @throws UnreadableError */
export async function readJson(response: Response, maxBytes: number): Promise<object> {
  const text = (await readBody(response, maxBytes)).toString()
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json === 'object' && json !== null) return json
  } catch {}
  throw new UnreadableError('not a JSON object')
}
