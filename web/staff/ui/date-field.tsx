import '@mantine/core/styles/Popover.layer.css'
import '@mantine/dates/styles.layer.css'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { isDate } from '@trunkshow/contract/dates.ts'
import { CalendarIcon } from './icons.tsx'

interface DateFieldProps extends Omit<DateInputProps, 'value' | 'onChange' | 'dateParser'> {
  /** `yyyy-MM-dd`, empty for none. */
  value?: string
  onChange: (value: string) => void
}

/** A date to type or to pick; shown as `April 16, 2027`. On a phone only to pick: its keyboard would hide the days. */
export function DateField({ value, onChange, ...props }: DateFieldProps) {
  return (
    <DateInput
      value={value || null}
      onChange={(date) => onChange(date ?? '')}
      dateParser={parseTypedDate}
      allowDeselect
      hideOutsideDates
      firstDayOfWeek={0}
      weekendDays={[]}
      previousLabel="Earlier"
      nextLabel="Later"
      popoverProps={{ withinPortal: false }}
      inputMode={matchMedia('(pointer: coarse)').matches ? 'none' : undefined}
      rightSection={<CalendarIcon />}
      rightSectionPointerEvents="none"
      {...props}
    />
  )
}

/** Reads `2027-04-16`, `April 16, 2027` or `4/16/2027` once the year is whole; null while it is none of these. */
function parseTypedDate(text: string): string | null {
  const typed = text.trim()
  if (isDate(typed)) return typed
  const day = new Date(typed)
  if (!/(^|\D)\d{4}$/.test(typed) || Number.isNaN(day.getTime())) return null
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return `${day.getFullYear()}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}`
}
