/** Why the app cannot start, in one sentence: printed without the stack that a bug keeps. */
export class StartError extends Error {}
