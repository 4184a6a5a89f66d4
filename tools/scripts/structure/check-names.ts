import { existsSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'

export const features =
  'session company events slots bookings customers products customizations templates orders discounts shopify stripe activity imports privacy tours calendars emails desk waitlist home reports people prices payments proposals follow-ups measurements assignees making'.split(
    ' ',
  )
/** Folders of the server that import no feature. */
export const platform = ['platform', 'test']

/** @returns the paths of all files in a folder and below, except installed, built or generated ones */
export function listFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !/^(node_modules|dist|migrations|\..*)$/.test(name))
    .flatMap((entry) =>
      entry.isDirectory() ? listFiles(root, `${folder}/${entry.name}`) : `${folder}/${entry.name}`,
    )
}

/** The files that a feature folder may contain in each workspace. */
const vocabulary = {
  contract: /^((calls|schema|messages|rules|fields|screens)\.ts|[a-z-]+\.test\.ts)$/,
  server:
    /^([a-z]+(-[a-z]+)*\/)?((routes|queries|pages|jobs|emails)\.ts|[a-z]+(-[a-z]+)+\.tsx?|[a-z-]+(\.long)?\.test\.tsx?)$/,
}
const staffFolders = [...features, 'shell', 'ui', 'api', 'public']
const MAX_ENTRIES = 30

function checkName(path: string): string[] {
  const [workspace, folder = '', ...rest] = path.split('/')
  const name = posix.basename(path)
  if (/^(index|utils?|helpers?|types|misc|common)\.(ts|tsx|mjs)$/.test(name))
    return [`${path}: name it after what it holds`]
  if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)+$/.test(name)) return [`${path}: names are written like-this`]
  if (folder === 'staff' && workspace === 'web' && rest.length > 1)
    return staffFolders.includes(rest[0]!) ? [] : [`${path}: ${rest[0]} is not a feature`]
  if ((workspace !== 'contract' && workspace !== 'server') || !rest.length) return []
  if (workspace === 'server' && platform.includes(folder)) return []
  if (!features.includes(folder)) return [`${path}: ${folder} is not a feature`]
  return vocabulary[workspace].test(rest.join('/'))
    ? []
    : [`${path}: not a name of a feature folder in ${workspace}`]
}

/** A file of web/ that exports one value has its name or that of one of its types, such as `order-card.tsx`. */
function checkExportName(path: string, text: string): string[] {
  const name = posix.basename(path).replace(/\.tsx?$/, '')
  if (!path.startsWith('web/') || /^(queries|routes|entry-server)$/.test(name)) return []
  const exported = [...text.matchAll(/^export (?:async )?(function|const|class|interface|type) (\w+)/gm)].map(
    ([, kind = '', given = '']) => ({ given, isType: kind === 'interface' || kind === 'type' }),
  )
  const values = exported.filter(({ isType }) => !isType)
  if (values.length !== 1 || exported.some(({ given }) => kebabCase(given) === name)) return []
  return [`${path}: name it after its export ${values[0]!.given}`]
}

const kebabCase = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()

/** Folders with more entries than a screen shows. A workspace's features do not count. */
function findLargeFolders(files: string[]): string[] {
  const entries = new Map<string, Set<string>>()
  for (const file of files) {
    for (let path = file; path.includes('/'); path = posix.dirname(path)) {
      const folder = posix.dirname(path)
      const hasFeatures = folder === 'web/staff' || !folder.includes('/')
      if (!hasFeatures || !features.includes(posix.basename(path)))
        entries.set(folder, (entries.get(folder) ?? new Set()).add(path))
    }
  }
  return [...entries]
    .filter(([, paths]) => paths.size > MAX_ENTRIES)
    .map(([folder, paths]) => `${folder} has ${paths.size} entries: a folder has ${MAX_ENTRIES} at most`)
}

/** Rules without a table of cases. */
function findUntestedRules(files: string[]): string[] {
  return files
    .filter((path) => /^contract\/.+\/rules\.ts$/.test(path))
    .filter((path) => !files.includes(path.replace('.ts', '.test.ts')))
    .map((path) => `${path} has no rules.test.ts beside it`)
}

/** Checks names of files and of their exports, sizes of folders, and that rules have tests. */
export const checkNames = (files: string[], texts: readonly (readonly [path: string, text: string])[]) => [
  ...files.flatMap(checkName),
  ...texts.flatMap(([path, text]) => checkExportName(path, text)),
  ...findLargeFolders(files),
  ...findUntestedRules(files),
]
