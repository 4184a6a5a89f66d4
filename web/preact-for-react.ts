/** Aliases for Vite: guest pages are written as React components and run on Preact (decision 043). */
export const preactForReact = [
  { find: /^react-dom\/(server|client)$/, replacement: 'preact/compat/$1' },
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
  { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
]
