import { expect, test } from 'vitest'
import { surroundingsOf } from './seed.ts'

test('a demo passes on what npm needs, and no settings of the app', () => {
  const npm = {
    HOME: '/home/grace',
    npm_config_registry: 'https://npm.vale.test',
    HTTPS_PROXY: 'http://proxy',
  }
  const app = {
    DATABASE_URL: 'postgres://vale',
    SMTP_URL: 'smtp://vale',
    S3_BUCKET: 'vale',
    NODE_ENV: 'test',
  }
  expect(surroundingsOf({ ...npm, ...app })).toEqual(npm)
})
