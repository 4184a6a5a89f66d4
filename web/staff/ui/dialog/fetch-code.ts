const failedStyles = new Set<HTMLLinkElement>()

globalThis.addEventListener?.(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target)
  },
  { capture: true },
)

/**
 * Fetches code with its stylesheets, retrying those that failed before, since Vite's loader requests a stylesheet
 * only once.
 *
 * @param load an `import()`
 */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  await Promise.all([...failedStyles].map(refetchStyles))
  return load()
}

function refetchStyles(failed: HTMLLinkElement) {
  const again = failed.cloneNode() as HTMLLinkElement
  const arrival = new Promise((resolve, reject) => {
    again.addEventListener('load', resolve)
    again.addEventListener('error', reject)
  })
  failedStyles.delete(failed)
  failed.replaceWith(again)
  return arrival
}
