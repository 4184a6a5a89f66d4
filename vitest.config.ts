import { defineConfig } from 'vitest/config'

/** `unit` needs nothing but Node, `server` runs on a real PostgreSQL of its own, `chaos` on real processes. */
export default defineConfig({
  test: {
    maxWorkers: '100%', // the default leaves a core to a watching person
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'contract/**/*.test.ts',
            'web/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'server/config.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'server',
          testTimeout: 30_000,
          hookTimeout: 30_000,
          include: ['server/**/*.test.{ts,tsx}'],
          exclude: ['server/config.test.ts'],
          globalSetup: 'server/test/global-setup.ts',
        },
      },
      {
        test: {
          name: 'chaos',
          testTimeout: 120_000,
          include: ['chaos/**/*.test.ts'],
        },
      },
    ],
  },
})
