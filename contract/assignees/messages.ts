/** Texts of who serves whom. */
export const assigneeMessages = {
  gone: 'This colleague left your company. Choose someone else.',
  changedBy: (name: string) => `${name} just assigned this to someone else. Review it, then choose again.`,
} as const
