import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const root = fileURLToPath(new URL('./staff', import.meta.url))

/**
 * Few files instead of one for each shared module: what every page loads, what lists share with the calls of events and
 * orders, what pages of bookings share, what forms share, and what dialogs share (decision 040).
 */
const chunks = [
  { name: 'app', tags: ['$initial' as const] },
  {
    name: 'lists',
    test: /core\/(esm\/components|styles)\/(TextInput|NativeSelect|Tabs)\b|useInfiniteQuery|staff\/imports\/use-import-id|staff\/ui\/(page\/page-header|feedback\/(retry-line|reason-button)|list\/(counters|given-answers\.module|order-status-\w+|search-field|paged-list|tag)\.|table\/(row-link|table\.module)\.|dialog\/lazy-part)|(contract|staff)\/(events|orders)\/(calls|schema|rules|messages|queries|when-taken)\.ts/,
    minShareCount: 2,
  },
  {
    name: 'bookings',
    test: /(contract|staff)\/(bookings|slots)\/[\w-]+\.|contract\/privacy\/rules|staff\/(events\/(back-to-events|form\/event-missing)|ui\/(page\/(icons|outside-link)|list\/given-answers\.tsx))/,
    minShareCount: 2,
  },
  {
    name: 'forms',
    test: /staff\/ui\/form\/(fields|form-s|leave-guard|use-)|core\/(esm\/components|styles)\/(Textarea|Checkbox)\b|core\/esm\/utils\/InlineInput/,
    minShareCount: 2,
  },
  {
    name: 'dialogs',
    test: /staff\/ui\/(dialog\/|form\/form-dialog)/,
    minShareCount: 2,
  },
]

/** Builds the staff app into web/dist/staff; the server returns that index.html for its paths. */
export default defineConfig({
  root,
  base: '/assets/staff/',
  // In development, the guest pages have their own Vite server.
  cacheDir: '../../node_modules/.vite/staff',
  plugins: [react(), versionThemeScript(), withoutUnusedCode(), fetchBeforeImport()],
  css: { postcss: { plugins: [{ postcssPlugin: 'without-shades', Declaration: removeShade }] } },
  build: {
    outDir: '../dist/staff',
    emptyOutDir: true,
    // The content security policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    // The server reads from it which files a page needs (decision 040).
    manifest: true,
    modulePreload: {
      polyfill: false,
      // A script without others is fetched before its import, too.
      resolveDependencies: (script, others, { hostType }) =>
        hostType === 'js' && others.length === 0 ? [script] : others,
    },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
})

/**
 * Blocking scripts aren't bundled or hashed by Vite, so a content hash is added to the URL, which is cached for a
 * year.
 */
function versionThemeScript(): Plugin {
  const version = createHash('sha256')
    .update(readFileSync(`${root}/public/theme.js`))
    .digest('hex')
    .slice(0, 8)
  return {
    name: 'version-theme-script',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('/theme.js"', `/theme.js?v=${version}"`),
    },
  }
}

/**
 * Leaves out code that never runs here: zod's JSON Schemas, which the server alone writes, its sentences, which no person
 * should read, its compiler (web/staff/api/without-eval.ts), and its memory of values that contain themselves, which
 * JSON never does; and Mantine's own colors and variables, which our theme and stylesheets replace
 * (web/staff/ui/page/mantine-theme.ts).
 */
function withoutUnusedCode(): Plugin {
  const unused =
    /\/(locales\/en|core\/(?:doc|memoizer)|json-schema-processors|to-json-schema|default-css-variables-resolver|get-css-color-variables|default-variant-colors-resolver|default-colors)\.m?js$/
  return {
    name: 'without-unused-code',
    load(id) {
      if (!unused.test(id)) return
      const source = readFileSync(id, 'utf8')
      if (source.includes('\nexport default ')) return 'export default () => ({})'
      const names = source.matchAll(/^export (?:(?:const|function|class) ([\w$]+)|\{ (.+) \})/gm)
      return [...names]
        .flatMap(([, name, list]) => name ?? list!.split(', ').map((entry) => entry.split(' as ').at(-1)))
        .map((name) => `export const ${name} = ${name === 'DEFAULT_COLORS' ? '{}' : '() => {}'}`)
        .join('\n')
    },
  }
}

/** Puts our function in place of Vite's around each `import()`, for the reason that it says. */
function fetchBeforeImport(): Plugin {
  return {
    name: 'fetch-before-import',
    enforce: 'pre',
    resolveId: (id) => (id === '\0vite/preload-helper.js' ? `${root}/ui/dialog/fetch-code.ts` : null),
  }
}

const shade =
  /^--mantine-color-((blue|cyan|grape|green|indigo|lime|orange|pink|red|teal|violet|yellow)-|(gray|dark)-[a-z])/

/** Leaves out the shades of Mantine's colors: ours are tokens (web/theme/tokens.css). */
function removeShade(declaration: { prop: string; remove: () => void }) {
  if (shade.test(declaration.prop)) declaration.remove()
}
