import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listEndpoints } from '@trunkshow/contract/api.ts'
import { MEGABYTE } from '@trunkshow/contract/images.ts'
import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { variableNames } from '../../server/config.ts'
import { IDLE_MS, NOTICE_MS } from '../../server/platform/http/close-behind-proxy.ts'
import { filesOf, MAX_TEXT_BYTES } from '../../server/platform/http/file-kinds.ts'
import { listVersions } from '../../server/test/versions.ts'
import builds from '../../server/vite.config.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!)
const scripts: Record<string, string> = packageJson.scripts

const dockerfile = read('Dockerfile').replaceAll(/\\\n/g, ' ')
const compose = read('compose.yaml')
const unit = read('deploy/trunkshow.service')
const nginx = read('deploy/nginx.conf')
const caddy = read('deploy/Caddyfile')

test('the image, compose and the service set only variables that the app has', () => {
  const [, ofImage] = dockerfile.match(/^ENV (.*)$/m)!
  const image = all(ofImage!, /(\w+)=/g).filter((name) => !name.startsWith('NPM_CONFIG_'))
  const [, ofApp] = compose.match(/^x-environment:.*\n((?: {2}.*\n)+)/m)!
  const processes = all(compose, /\*environment, (\w+):/g)
  const service = all(all(unit, /^Environment=(.*)$/gm).join(' '), /(\w+)=/g)
  const example = all(read('deploy/trunkshow.env'), /^(?:# )?([A-Z_]+)=/gm)
  const named = [...image, ...all(ofApp!, /^ {2}(\w+):/gm), ...processes, ...service, ...example]
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((name) => !variableNames.includes(name))).toEqual([])
})

test('what the image copies and runs is there, or is built by the step before it', () => {
  const copied = all(dockerfile, /^COPY (?!--)(.*) \S+$/gm).flatMap((paths) => paths.split(' '))
  const built = all(dockerfile, /^COPY --from=build \/app\/(\S+)/gm)
  const sources = built.filter((path) => !/(^|\/)(dist|node_modules\/\.cache)(\/|$)/.test(path))
  expect(copied.length * sources.length).toBeGreaterThan(0)
  expect([...copied, ...sources].filter((path) => !existsSync(join(root, path)))).toEqual([])
  const commands = all(dockerfile, /^RUN npm run (\S+)/gm)
  expect(commands).toEqual(['build', 'shopify-schema'])
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
  const kept = all(read('.dockerignore'), /^!(.+)$/gm)
  const needed = [...copied, ...sources, 'tools/scripts/prepare.mjs'].filter((path) => path !== '.')
  expect(needed.filter((path) => !kept.some((name) => `${path}/`.startsWith(`${name}/`)))).toEqual([])
})

test('the image and the service start what `npm start` starts', () => {
  const { input } = builds.build!.rolldownOptions!
  expect(scripts.start).toBe('exec node server/dist/main.js')
  expect(input).toMatchObject({ main: 'main.ts' })
  expect(dockerfile).toMatch(/^CMD \["node", "server\/dist\/main\.js"\]$/m)
  expect(unit).toMatch(/^ExecStart=\S+\/node_modules\/\.bin\/node \S+\/server\/dist\/main\.js$/m)
})

test('files that compose mounts are there', () => {
  const mounted = all(compose, /'\.\/([^:']+):/g)
  expect(mounted).toContain('deploy/Caddyfile')
  expect(mounted.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('nginx lets the largest request of the app through', () => {
  const sizes = listEndpoints().map(({ endpoint }) => {
    const files = filesOf(endpoint).map(({ megabytes, maxFiles }) => megabytes * maxFiles)
    return Math.max(
      files.reduce((sum, size) => sum + size, 0) * MEGABYTE + MAX_TEXT_BYTES,
      (endpoint.bodyMegabytes ?? 0) * MEGABYTE,
    )
  })
  const [allowed] = all(nginx, /client_max_body_size (\d+)m;/g)
  expect(Number(allowed) * MEGABYTE).toBeGreaterThan(Math.max(...sizes))
})

test('proxies close idle connections before an app that ends does, and notice in time that it ends', () => {
  const seconds = [...all(nginx, /^ *keepalive_timeout (\d+)s;/gm), ...all(caddy, /^\s*keepalive (\d+)s$/gm)]
  expect(seconds).toHaveLength(2)
  for (const time of seconds) expect(Number(time) * 1000).toBeLessThan(IDLE_MS)
  const [interval] = all(caddy, /health_interval (\d+)s/g)
  expect(Number(interval) * 1000).toBeLessThan(NOTICE_MS)
})

test('there is a backup of the version in package.json, written by npm run keep-version', () => {
  expect(listVersions()).toContain(packageJson.version)
})
