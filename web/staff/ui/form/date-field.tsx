import '@mantine/dates/styles.layer.css'
import { DateInput, type DateInputProps, TimeInput, type TimeInputProps } from '@mantine/dates'
import { END_OF_DAY, isDate, toEndTime } from '@trunkshow/contract/dates.ts'
import { useState } from 'react'
import { CalendarIcon } from '../page/frame-icons.tsx'
import { readDate } from './read-date.ts'

interface DateFieldProps extends Omit<DateInputProps, 'value' | 'onChange' | 'dateParser'> {
  /** `yyyy-MM-dd`, empty for none; or invalid text as typed, which the form's schema rejects. */
  value?: string
  onChange: (value: string) => void
  /** Whether days before today are gray; they can still be chosen. */
  graysPast?: boolean
}

/** Where neither side of the field has room, as on a phone held sideways, the calendar covers the field. */
const coverField = { middlewares: { shift: { crossAxis: true } } }

/** This device's date (`yyyy-MM-dd`), by which a date without a year is read. */
function thisDay() {
  const now = new Date()
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10)
}

/**
 * A date to type or pick, shown as `April 16, 2027`. Invalid text stays as typed, with an error. On phones it can
 * only be picked, since the keyboard would cover the calendar.
 */
export function DateField({ value = '', onChange, onBlur, error, graysPast, ...props }: DateFieldProps) {
  const [left, setLeft] = useState(false)
  const unread = value !== '' && !isDate(value)
  return (
    <DateInput
      value={isDate(value) ? value : null}
      onChange={(date) => onChange(date ?? '')}
      dateParser={() => null}
      onInput={({ currentTarget: { value: typed } }) => {
        setLeft(false)
        onChange(readDate(typed, thisDay()) ?? typed.trim())
      }}
      fixOnBlur={!unread}
      onBlur={(event) => {
        setLeft(true)
        onBlur?.(event)
      }}
      error={unread && (left || error) ? 'Enter a date like 12/5 or Dec 5.' : error}
      allowDeselect
      highlightToday
      getDayProps={(date) => (graysPast && date < thisDay() ? { style: { color: 'var(--ink-soft)' } } : {})}
      hideOutsideDates
      firstDayOfWeek={0}
      weekendDays={[]}
      previousLabel="Previous"
      nextLabel="Next"
      popoverProps={coverField}
      inputMode={matchMedia('(pointer: coarse)').matches ? 'none' : undefined}
      rightSection={<CalendarIcon />}
      rightSectionPointerEvents="none"
      {...props}
    />
  )
}

interface EndTimeInputProps extends Omit<TimeInputProps, 'value' | 'onChange'> {
  value?: string
  onChange?: (time: string) => void
}

/** When something ends. A browser's time field has no 24:00: midnight is 12:00 AM in it (decision 063). */
export function EndTimeInput({ value, onChange, ...props }: EndTimeInputProps) {
  return (
    <TimeInput
      {...props}
      value={value === END_OF_DAY ? '00:00' : value}
      onChange={({ currentTarget }) => onChange?.(toEndTime(currentTarget.value))}
    />
  )
}
