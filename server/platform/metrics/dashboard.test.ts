import { readFileSync } from 'node:fs'
import { listEndpoints } from '@trunkshow/contract/api.ts'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { describeProcess, registry } from './registry.ts'
import { measureInstallation } from './serve-metrics.ts'

const readFile = (name: string) => readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8')

describeProcess('test')
const metrics = [
  registry,
  measureInstallation(new pg.Pool(), { dataDir: '.', backupDir: null }).registry,
].flatMap(
  (registry) =>
    registry.getMetricsAsArray() as unknown as { name: string; type: string; labelNames: string[] }[],
)
/** Every name that a query may use, with its labels. */
const labelsOf = new Map<string, string[]>(
  metrics.flatMap(({ name, type, labelNames }) => [
    [name, labelNames] as [string, string[]],
    ...(type === 'histogram'
      ? ['_bucket', '_sum', '_count'].map(
          (part) => [name + part, [...labelNames, 'le']] as [string, string[]],
        )
      : []),
  ]),
)
labelsOf.set('up', []) // Prometheus' own
const everywhere = ['process', 'instance', 'job']
const routes: string[] = listEndpoints().map(({ endpoint }) => endpoint.path)

/** Lists what a query names that does not exist. */
function findUnknown(query: string): string[] {
  const used: string[] = []
  const rest = query
    .replace(/\b(?:by|without)\s*\(([^)]*)\)/g, (_, labels: string) => {
      used.push(...labels.split(',').map((label) => label.trim()))
      return ''
    })
    .replace(/\{([^}]*)\}/g, (_, matchers: string) => {
      used.push(...[...matchers.matchAll(/(\w+)\s*[=!]~?\s*"/g)].map(([, label]) => label!))
      return ''
    })
    .replace(/\[[^\]]*\]/g, '')
  const names = rest.match(/[a-z_]\w*\b(?!\s*\()/g) ?? []
  if (names.length === 0) return [`no metric in ${query}`]
  const labels = [...names.flatMap((name) => labelsOf.get(name) ?? []), ...everywhere]
  const named = [...query.matchAll(/\broute="([^"]*)"/g)].map(([, route]) => route!)
  return [
    ...names.filter((name) => !labelsOf.has(name)),
    ...used.filter((label) => !labels.includes(label)),
    ...named.filter((route) => !routes.includes(route)),
  ]
}

test('a query that names what does not exist is found', () => {
  expect(findUnknown('sum by (le) (rate(trunkshow_http_request_duration_seconds_bucket[5m])) > 0.1')).toEqual(
    [],
  )
  expect(findUnknown('max by (shop) (trunkshow_bookings{kind="a"})')).toEqual([
    'trunkshow_bookings',
    'shop',
    'kind',
  ])
  expect(findUnknown('trunkshow_http_requests_total{route="/api/gone"}')).toEqual(['/api/gone'])
})

describe('every metric, label and route exists', () => {
  interface Panel {
    title: string
    targets?: { expr: string }[]
  }
  const { panels } = JSON.parse(readFile('grafana-dashboard.json')) as { panels: Panel[] }
  const queries = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })))
  test.each(queries)('on the dashboard: $title', ({ expr }) => expect(findUnknown(expr)).toEqual([]))

  const rules = readFile('alerts.yaml')
    .split(/^ {6}- alert: /m)
    .slice(1)
  test.each(rules.map((rule) => [rule.split('\n')[0]!, rule]))('in the alert %s', (_, rule) => {
    const [, expr = ''] = /^ {8}expr: ((?:.+\n)(?: {10}.+\n)*)/m.exec(rule) ?? []
    expect(findUnknown(expr.replace(/^\|/, ''))).toEqual([])
  })
})

test('no label is for a person, a company or an address', () => {
  const ours = metrics.filter(({ name }) => name.startsWith('trunkshow_'))
  const labels = new Set(ours.flatMap(({ labelNames }) => labelNames))
  const expected = [
    'route',
    'method',
    'status',
    'code',
    'outcome',
    'kind',
    'job',
    'queue',
    'state',
    'version',
    'node',
  ]
  expect([...labels].sort()).toEqual(expected.sort())
})
