/** The package has no types of its own. */
declare module 'html-to-text' {
  export function compile(options: {
    wordwrap: false
    selectors: object[]
    limits?: { maxDepth: number }
  }): (html: string) => string
}
