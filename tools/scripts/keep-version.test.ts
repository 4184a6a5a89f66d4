import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { listVersions } from '../../server/test/versions.ts'

test('a backup of the version in package.json is kept: npm run keep-version writes it', () => {
  expect(listVersions()).toContain(packageJson.version)
})
