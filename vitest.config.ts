import { defineConfig } from 'vitest/config'

/**
 * `unit` needs nothing but Node, `server` runs on a real PostgreSQL of its own, `chaos` on real processes. No test
 * asserts a time: the limits are for what hangs, and a busy machine may take several times as long.
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
          include: [
            'contract/**/*.test.ts',
            'practice-store/**/*.test.ts',
            'web/**/*.test.{ts,tsx}',
            'tools/scripts/**/*.test.ts',
            'tools/demo/**/*.test.ts',
            'server/{config,platform/log/describe-error,platform/metrics/dashboard}.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'server',
          isolate: false, // loading the server takes longer than most files
          restoreMocks: true,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          include: ['server/**/*.test.{ts,tsx}'],
          exclude: ['server/{config,platform/log/describe-error,platform/metrics/dashboard}.test.ts'],
          globalSetup: ['tools/scripts/build.mjs', 'server/test/global-setup.ts'],
        },
      },
      {
        test: {
          name: 'chaos',
          testTimeout: 900_000,
          include: ['tools/chaos/**/*.test.ts'],
          globalSetup: 'tools/scripts/build.mjs',
        },
      },
    ],
  },
})
