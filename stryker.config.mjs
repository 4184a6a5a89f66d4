/**
 * `npm run mutation` plants faults in the rules, one at a time, and lists those that no table of cases notices. It fails
 * below 95 %. A mutant that changes nothing is excluded where it stands, in a comment with the reason.
 */
export default {
  mutate: ['contract/*/rules.ts'],
  testRunner: 'vitest',
  // Copied are the rules with what they import and their tables, so other tests find nothing and are not run.
  ignorePatterns: [
    '**',
    '!package.json',
    '!vitest.config.ts',
    '!contract/**',
    'contract/**/*.test.ts',
    '!contract/*/rules.test.ts',
    '!web/theme/tokens.css',
  ],
  vitest: { configFile: 'vitest.config.ts' },
  concurrency: 1,
  thresholds: { high: 100, low: 95, break: 95 },
  reporters: ['clear-text', 'progress', 'html'],
  clearTextReporter: { logTests: false, reportTests: false },
  htmlReporter: { fileName: 'test-results/mutation.html' },
}
