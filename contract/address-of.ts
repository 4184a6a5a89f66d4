/** Builds a URL from an endpoint's path: `/api/orders/:id`. Undefined parts of the query are left out. */
export function addressOf(path: string, params: Record<string, unknown>, query: Record<string, unknown>) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}
