import { defineConfig } from 'vitest/config'

/** Tests of the server share what takes longer to load than most files to run. */
const server = {
  isolate: false,
  restoreMocks: true,
  testTimeout: 180_000,
  hookTimeout: 180_000,
  globalSetup: ['tools/scripts/build.mjs', 'server/test/global-setup.ts'],
}

/**
 * `unit` needs nothing but Node, `server` and `long` run on a real PostgreSQL of their own, `chaos` on real processes.
 * `npm test` runs the first two, `npm run test:long` the others. No test asserts a time: the limits are for what hangs,
 * and a busy machine may take several times as long.
 */
export default defineConfig({
  test: {
    maxWorkers: '150%', // some tests wait most of the time
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          restoreMocks: true,
          testTimeout: 60_000,
          include: [
            'contract/**/*.test.ts',
            'practice-store/**/*.test.ts',
            'web/**/*.test.{ts,tsx}',
            'tools/scripts/**/*.test.ts',
            'tools/demo/**/*.test.ts',
            'server/{config,platform/metrics/dashboard}.test.ts',
          ],
        },
      },
      {
        test: {
          ...server,
          name: 'server',
          include: ['server/**/*.test.{ts,tsx}'],
          exclude: ['server/**/*.long.test.ts', 'server/{config,platform/metrics/dashboard}.test.ts'],
        },
      },
      {
        test: {
          ...server,
          name: 'long',
          testTimeout: 1_800_000,
          hookTimeout: 1_800_000,
          include: ['server/**/*.long.test.ts'],
        },
      },
      {
        test: {
          name: 'chaos',
          testTimeout: 1_800_000,
          include: ['tools/chaos/**/*.test.ts'],
          globalSetup: 'tools/scripts/build.mjs',
        },
      },
    ],
  },
})
