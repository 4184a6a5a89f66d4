/** A time zone as people in the US call it: `America/Chicago` → `Central Time`. */
export function zoneName(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
  return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** What a form's times are, in a sentence: `All times are Eastern.`, `All times are London time.` */
export function timesSentence({ timeZone, city }: { timeZone: string; city: string | null }): string {
  const [, american] = /^(Eastern|Central|Mountain|Pacific) Time$/.exec(zoneName(timeZone)) ?? []
  return `All times are ${american ?? `${city ?? timeZone.split('/').at(-1)!.replaceAll('_', ' ')} time`}.`
}
