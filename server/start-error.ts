/**
 * Why the app cannot start, as one sentence for the operator. `main.ts` prints it without a stack; any other error is a
 * bug and keeps its stack.
 */
export class StartError extends Error {}
