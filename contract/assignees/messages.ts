/** Texts of who serves whom, and who works when. */
export const assigneeMessages = {
  gone: 'This colleague left your company. Choose someone else.',
  changedBy: (name: string) => `${name} just assigned this to someone else. Review it, then choose again.`,
  whoRequired: 'Choose a colleague',
  fromRequired: 'Enter when they start',
  untilRequired: 'Enter when they leave',
  untilBeforeFrom: 'This must be after the start',
  tooManyShifts: 'A day has at most 50 shifts',
  otherDay: 'This isn’t a day of the event anymore. Reload the page.',
  teamChangedBy: (name: string) => `${name} just changed who works when. Review it, then save.`,
} as const
