/**
 * The code of what a host asks besides name and email. Only some events ask, so it is loaded before such a page is
 * hydrated, and before the first question is shown that a host has added since (decision 067).
 */
let loaded: typeof import('./question-fields.tsx') | undefined

/** Loads it once. */
export async function loadQuestions() {
  loaded ??= await import('./question-fields.tsx')
}

/** What was loaded. */
export const questions = () => loaded
