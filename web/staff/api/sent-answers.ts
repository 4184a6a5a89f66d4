/** The answer to a call, which the server sent with the document (server/platform/http/pages/web-files.ts). */
interface SentAnswer {
  address: string
  status: number
  headers: [name: string, value: string][]
  text: string
}

/** A page makes its first calls at once; an answer that none of them took would be old when a later call did. */
const LIFE_MS = 10_000

const element = globalThis.document?.getElementById('answers')
const sent: SentAnswer[] = JSON.parse(element?.textContent ?? '[]')
const answers = new Map(sent.map((answer) => [answer.address, answer]))
const page = globalThis.location?.pathname
element?.remove()
if (answers.size > 0) setTimeout(forgetSentAnswers, LIFE_MS)

/** Takes the answer to a GET of the page that was opened; each is used once, and none on another page. */
export function takeSentAnswer(address: string): { response: Response; text: string } | undefined {
  if (globalThis.location?.pathname !== page) forgetSentAnswers()
  const answer = answers.get(address)
  if (!answer) return undefined
  answers.delete(address)
  const { status, headers, text } = answer
  return { response: new Response(null, { status, headers }), text }
}

/** Forgets the answers, because they are old or a call is about to change what they say. */
export function forgetSentAnswers() {
  answers.clear()
}
