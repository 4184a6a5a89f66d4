import type { Attendance } from '../bookings/rules.ts'

const states = { arrived: 'arrived', no_show: 'a no-show' } as const satisfies Record<Attendance, string>

/** Texts for what crossed at the desk. Names are of guests, `by` of who changed it, times are the venue's. */
export const deskMessages = {
  marked: (name: string, attendance: Attendance, by: string, time: string) =>
    `${name} was marked as ${states[attendance]} by ${by} at ${time}.`,
  unmarked: (name: string, by: string, time: string) =>
    `${name} was set back to expected by ${by} at ${time}.`,
  moved: (name: string) => `${name}’s booking was moved, so it was set back to expected.`,
  canceled: (name: string) => `${name}’s booking was canceled.`,
  /** @param day such as `Friday, December 4, 2026` */
  notYet: (name: string, day: string) => `${name}’s appointment is on ${day}. Mark it on that day.`,
  otherUser: 'These changes were made by someone else. Log in as that user to send them.',
} as const
