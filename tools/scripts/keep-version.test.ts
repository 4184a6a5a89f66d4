import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { listVersions } from '../../server/test/versions.ts'

test('there is a backup of the version in package.json, written by npm run keep-version', () => {
  expect(listVersions()).toContain(packageJson.version)
})
