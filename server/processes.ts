import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import type { Config } from './config.ts'
import { log } from './platform/log/log.ts'
import { StartError } from './start-error.ts'

const RESTART_DELAY_MS = 1000

/** What one process does, and its name in the metrics. */
interface Work extends Pick<Config, 'serves' | 'works'> {
  name: string
}

/**
 * Divides the app into processes (decision 041).
 *
 * @returns what this process does, if anything, and its children, in the order in which they start
 */
export function planProcesses(config: Config): { own: Work | undefined; children: Work[] } {
  const { serves, works, webProcesses, development } = config
  if (cluster.isWorker || development || !serves)
    return { own: { serves, works, name: !serves ? 'worker' : works ? 'all' : 'web' }, children: [] }
  const web = { serves, works: false, name: 'web' }
  const worker = { serves: false, works, name: 'worker' }
  const webs =
    webProcesses > 1
      ? Array.from({ length: webProcesses }, (_, at) => ({ ...web, name: `web-${at + 1}` }))
      : []
  return { own: webs.length > 0 ? undefined : web, children: works ? [worker, ...webs] : webs }
}

/**
 * Starts child processes. One that ends after it was ready is started again. All end with this one.
 *
 * @param variables their environment, in addition to this process's own
 * @returns `ready`, rejected with a StartError when a child ended before it was ready (it has printed why), and `stop`,
 *   which ends the web processes together, then the worker
 */
export function startChildren(children: Work[], variables: Record<string, string>) {
  const running = children.map((work) => keepRunning(work, variables))
  return {
    ready: Promise.all(running.map(({ ready }) => ready)),
    async stop() {
      for (const serves of [true, false]) {
        const those = running.filter(({ work }) => work.serves === serves)
        await Promise.all(those.map((child) => child.stop()))
      }
    },
  }
}

function keepRunning(work: Work, variables: Record<string, string>) {
  const role = work.serves ? 'web' : 'worker'
  const stopping = new AbortController()
  let child: Worker
  const { promise: ready, resolve: becomeReady, reject: failToStart } = Promise.withResolvers<void>()
  let [isReady, wasReady] = [false, false]

  function start() {
    isReady = false
    child = cluster.fork({ ...variables, ROLE: role, PROCESS_NAME: work.name })
    // At once, since its threads inherit it.
    if (!work.serves && child.process.pid)
      setPriority(child.process.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    child.on('message', (message) => {
      if (message !== 'ready') return
      isReady = wasReady = true
      becomeReady()
    })
    child.once('exit', async (code, signal) => {
      if (stopping.signal.aborted) return
      const ending = `The ${role} process ${child.process.pid} ended with ${signal || code}`
      if (!wasReady) return failToStart(new StartError(`${ending} before it was ready.`))
      log.error(`${ending} and is started again.`)
      await setTimeout(RESTART_DELAY_MS, undefined, { signal: stopping.signal }).then(start, () => {})
    })
  }

  start()
  return {
    work,
    ready,
    async stop() {
      stopping.abort()
      if (child.isDead()) return
      const exit = once(child, 'exit')
      // One that is still starting has no work to finish.
      if (isReady) child.send('end', () => {})
      else child.process.kill('SIGKILL')
      await exit
    },
  }
}
