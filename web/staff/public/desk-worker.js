// Opens the desk without the network (docs/decisions/057-a-desk-queues-its-changes.md). It stores the desk's document
// without anyone's data, and the code that this document names: nothing else. Guests and changes are kept by the page.
const KEPT = 'trunkshow-desk'
const DOCUMENT = '/desk/offline'
/** How long the network may take before the stored document opens. */
const PATIENCE_MS = 4000
/** How long any other answer may take. */
const MAX_FETCH_MS = 20_000

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(store())
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode === 'navigate') {
    event.respondWith(openDesk(request))
    // An updated product is stored as soon as the desk is opened with it.
    event.waitUntil(store().catch(() => {}))
  } else if (new URL(request.url).pathname.startsWith('/assets/staff/')) {
    event.respondWith(
      caches
        .match(request.url)
        .then((stored) => stored ?? fetch(request, { signal: AbortSignal.timeout(MAX_FETCH_MS) })),
    )
  }
})

/** The server's document, with the newest code; without the network, the stored one. */
async function openDesk(request) {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) })
    if (answer.status < 500) return answer
  } catch {
    // The stored document is for this.
  }
  return (await caches.match(DOCUMENT)) ?? Response.error()
}

/** Stores the document and its code, the document last, so that what is stored always fits together. */
async function store() {
  const answer = await fetch(DOCUMENT, { cache: 'no-store', signal: AbortSignal.timeout(MAX_FETCH_MS) })
  if (!answer.ok) throw new Error('The desk cannot be stored now.')
  const html = await answer.clone().text()
  const wanted = new Set(html.match(/\/assets\/staff\/[^"\s]+/g))
  const kept = await caches.open(KEPT)
  const stored = new Set((await kept.keys()).map(({ url }) => url.slice(location.origin.length)))
  await kept.addAll([...wanted].filter((address) => !stored.has(address)))
  await kept.put(DOCUMENT, answer)
  for (const address of stored) if (address !== DOCUMENT && !wanted.has(address)) await kept.delete(address)
}
