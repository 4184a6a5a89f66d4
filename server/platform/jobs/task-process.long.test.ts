import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { packageFolder } from '../../package-folder.ts'
import type { OddTasks } from '../../test/processes/odd-tasks.ts'
import { waitUntilEnded } from '../../test/processes/web-process.ts'
import { TaskProcess } from './task-process.ts'

const file = 'test/processes/odd-tasks.ts'
const start = () =>
  new TaskProcess<OddTasks>({
    name: 'does odd things',
    files: { source: file, compiled: file },
    megabytes: 64,
    toError: () => new Error(),
    interrupted: 'It ended.',
  })

test('a task that needs more memory than it may have fails alone, with a sentence', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  const process = start()
  await expect(process.run('hoard', [])).rejects.toMatchObject({ code: 'unavailable', message: 'It ended.' })
  expect(String(told.mock.calls)).toContain('which does odd things, ended before it answered')
  expect(await process.run('add', [1, 2])).toBe(3)
})

test('a task that nobody waits for ends with its process, whatever it does', async () => {
  const process = start()
  const leaving = new AbortController()
  expect(await process.run('add', [1, 2])).toBe(3)
  const pid = process.pid!
  const spinning = process.run('spin', [], leaving.signal)
  leaving.abort(new Error('I left.'))
  await expect(spinning).rejects.toThrow('I left.')
  await waitUntilEnded(pid)
  await expect(process.run('add', [1, 2], leaving.signal)).rejects.toThrow('I left.')
  expect(await process.run('add', [3, 4])).toBe(7)
})

test('a process whose server was killed in the middle of a task ends without a word', async () => {
  const child = fork(join(packageFolder, file), {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const said = text(child.stderr!)
  const ended = once(child, 'exit')
  const folder = await mkdtemp(join(tmpdir(), 'trunkshow-task-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const awaited = join(folder, 'file')
  child.send({ task: 'await', given: [awaited] }, () => child.disconnect())
  await once(child, 'disconnect')
  await writeFile(awaited, '')
  expect(await ended).toEqual([null, 'SIGKILL'])
  expect(await said).toBe('')
})
