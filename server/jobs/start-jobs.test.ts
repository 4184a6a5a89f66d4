import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { startJobs } from './start-jobs.ts'

const app = startTestApp()

test('a job that fails is told of by its name, and runs again when it is woken', {
  timeout: 60_000,
}, async () => {
  const told: unknown[][] = []
  const fault = new Error('spilt ink')
  const run = vi.fn().mockRejectedValueOnce(fault).mockResolvedValue(true)
  const jobs = await startJobs({
    databaseUrl: app.config.databaseUrl!,
    works: true,
    onError: (...error) => told.push(error),
    jobs: [{ name: 'letters', cron: '0 0 1 1 *', run }],
  })
  onTestFinished(() => jobs.stop())
  jobs.wake('letters')
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1), { timeout: 60_000 })
  jobs.wake('letters')
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2), { timeout: 60_000 })
  expect(told).toEqual([[fault, 'letters']])
})
