import { type ComponentType, useCallback, useEffect, useState } from 'react'

/** Shown in place of the browser's own message, which names a file. */
export const codeFailed = 'Check your connection and try again. If that doesn’t help, reload the page.'

/** A component whose code is fetched at its first use; a failed fetch is retried at the next one. */
interface LazyCode<Props> {
  Loaded?: ComponentType<Props>
  fetch: () => Promise<void>
  /** Fetches ahead of use, ignoring failures. */
  preload: () => Promise<void>
}

export function lazyCode<Props>(load: () => Promise<ComponentType<Props>>): LazyCode<Props> {
  let underWay: Promise<void> | undefined
  const fetchAndStore = async () => {
    try {
      code.Loaded = await load()
    } finally {
      underWay = undefined
    }
  }
  const code: LazyCode<Props> = {
    fetch() {
      underWay ??= fetchAndStore()
      return underWay
    },
    preload: () => code.fetch().catch(() => undefined),
  }
  return code
}

/**
 * Fetches a visible component's code, unless it is loaded.
 *
 * @param onArrive called before the component is shown
 * @returns also `error`, why the last attempt failed
 */
export function useCode<Props>(code: LazyCode<Props>, onArrive?: () => void) {
  const [attempt, setAttempt] = useState<{ error?: unknown; retrying?: boolean }>({})
  const fetch = useCallback(async () => {
    try {
      await code.fetch()
      onArrive?.()
      setAttempt({})
    } catch (error) {
      setAttempt({ error })
    }
  }, [code, onArrive])
  useEffect(() => {
    if (!code.Loaded) void fetch()
  }, [code, fetch])
  const retry = () => {
    setAttempt(({ error }) => ({ error, retrying: true }))
    void fetch()
  }
  const { error, retrying = false } = attempt
  return { Loaded: code.Loaded, failed: error !== undefined, error, retrying, retry }
}
