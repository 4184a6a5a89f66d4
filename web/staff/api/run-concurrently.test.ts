import { expect, test } from 'vitest'
import { runConcurrently } from './run-concurrently.ts'

test('every item is processed, with no more at once than allowed', async () => {
  const done: number[] = []
  let running = 0
  let most = 0
  await runConcurrently([1, 2, 3, 4, 5], 2, async (item) => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
    done.push(item)
  })
  expect(done).toEqual([1, 2, 3, 4, 5])
  expect(most).toBe(2)
})
