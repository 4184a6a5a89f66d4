/**
 * The date that the desk opens with (docs/product.md, The desk).
 *
 * @param dates the event's dates with time slots, in order
 * @param today by the venue's clock
 * @returns today or the next date, else the last one; undefined without dates
 */
export const dayToOpen = (dates: readonly string[], today: string): string | undefined =>
  dates.find((date) => date >= today) ?? dates.at(-1)
