/**
 * Why the app cannot start, as one sentence for the person who started it. `main.ts` prints the sentence
 * without a stack; anything else that is thrown is a fault and keeps its stack.
 */
export class StartError extends Error {}
