import { Checkbox, CloseButton, Group, NativeSelect } from '@mantine/core'
import { TimeInput } from '@mantine/dates'
import { hourlyNetworkLimit } from '@trunkshow/contract/bookings/rules.ts'
import { dayParts } from '@trunkshow/contract/dates.ts'
import { eventLimits, formatMinutes } from '@trunkshow/contract/events/rules.ts'
import { DateField, EndTimeInput } from '../../ui/form/date-field.tsx'
import { FieldRow, FoldedSection } from '../../ui/form/form-shell.tsx'
import { countOf, QuietButton } from '../../ui/page/words.tsx'
import type { FieldsProps } from './event-fields.tsx'
import { datesOf } from './event-form-values.ts'

/** `Sat, Dec 12` */
function shortDay(date: string) {
  const { weekday, month, day } = dayParts(date)
  return `${weekday}, ${month} ${day}`
}

/** Minutes to choose from, also those the event has. */
function minuteChoices(choices: readonly number[], value: string, none: string) {
  return [...new Set([...choices, Number(value)])]
    .sort((a, b) => a - b)
    .map((minutes) => ({ value: String(minutes), label: minutes === 0 ? none : formatMinutes(minutes) }))
}

const buffers = [0, 5, 10, 15, 20, 30, 45, 60, 90, 120]
const notices = [0, 30, 60, 120, 240, 720, 1440, 2880, 4320, 10_080]
const daysAhead = [7, 14, 30, 60, 90]
const ruleFields = [
  ...['bufferBefore', 'bufferAfter', 'breaks', 'dayHours'],
  ...['noticeMinutes', 'daysAhead', 'bookUntil'],
] as const

/** How slots are made beyond hours and length, and when guests can book: folded away unless the event uses it. */
export function RuleFields({ form }: FieldsProps) {
  const { values, errors } = form
  const { breaks, dayHours } = values
  const dates = datesOf(values)
  const free = dates.find((date) => dayHours.every((day) => day.date !== date))
  return (
    <FoldedSection
      title="Advanced"
      hint="Breaks, time between appointments, other hours on single days, and booking limits."
      isUsed={
        !values.limitPerNetwork || ruleFields.some((field) => !['0', ''].includes(String(values[field])))
      }
      hasError={Object.keys(errors).some((path) => ruleFields.some((field) => path.startsWith(field)))}
    >
      <FieldRow>
        <NativeSelect
          label="Free time before each appointment"
          data={minuteChoices(buffers, values.bufferBefore, 'None')}
          {...form.getInputProps('bufferBefore')}
        />
        <NativeSelect
          label="Free time after each appointment"
          data={minuteChoices(buffers, values.bufferAfter, 'None')}
          {...form.getInputProps('bufferAfter')}
        />
      </FieldRow>
      {breaks.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity
        <Group key={index} role="group" aria-label={`Break ${index + 1}`} align="end" gap="xs">
          <TimeInput
            label="Break starts"
            flex="1 1 120px"
            {...form.getInputProps(`breaks.${index}.startTime`)}
          />
          <EndTimeInput
            label="Break ends"
            flex="1 1 120px"
            {...form.getInputProps(`breaks.${index}.endTime`)}
          />
          <CloseButton
            size="var(--control)"
            aria-label={`Remove break ${index + 1}`}
            onClick={() => form.removeListItem('breaks', index)}
          />
        </Group>
      ))}
      {breaks.length < eventLimits.breaks && (
        <div>
          <QuietButton onClick={() => form.insertListItem('breaks', { startTime: '', endTime: '' })}>
            Add a break
          </QuietButton>
        </div>
      )}
      {dayHours.map(({ date, isClosed }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity
        <Group key={index} role="group" aria-label={`Other hours ${index + 1}`} align="end" gap="xs">
          <NativeSelect
            label="Day"
            flex="1 1 140px"
            data={[...new Set([date, ...dates])].sort().map((value) => ({ value, label: shortDay(value) }))}
            {...form.getInputProps(`dayHours.${index}.date`)}
          />
          {!isClosed && (
            <>
              <TimeInput
                label="Opens"
                flex="1 1 104px"
                {...form.getInputProps(`dayHours.${index}.startTime`)}
              />
              <EndTimeInput
                label="Closes"
                flex="1 1 104px"
                {...form.getInputProps(`dayHours.${index}.endTime`)}
              />
            </>
          )}
          <Checkbox
            label="Closed"
            mb={8}
            {...form.getInputProps(`dayHours.${index}.isClosed`, { type: 'checkbox' })}
          />
          <CloseButton
            size="var(--control)"
            aria-label={`Remove other hours ${index + 1}`}
            onClick={() => form.removeListItem('dayHours', index)}
          />
        </Group>
      ))}
      {free && (
        <div>
          <QuietButton
            onClick={() => {
              const { startTime, endTime } = values
              form.insertListItem('dayHours', { date: free, isClosed: false, startTime, endTime })
            }}
          >
            Add a day with other hours
          </QuietButton>
        </div>
      )}
      <FieldRow>
        <NativeSelect
          label="Least notice"
          description="For guests. You can always add bookings."
          data={minuteChoices(notices, values.noticeMinutes, 'Until it starts')}
          {...form.getInputProps('noticeMinutes')}
        />
        <NativeSelect
          label="Booking opens"
          description="How far ahead guests can book."
          data={[
            { value: '', label: 'At once' },
            ...[...new Set([...daysAhead, ...(values.daysAhead ? [Number(values.daysAhead)] : [])])]
              .sort((a, b) => a - b)
              .map((days) => ({ value: String(days), label: `${countOf(String(days), 'day')} ahead` })),
          ]}
          {...form.getInputProps('daysAhead')}
        />
      </FieldRow>
      <DateField
        label="Last day to book"
        description="Optional. After this day, guests can’t book."
        clearable
        {...form.getInputProps('bookUntil')}
      />
      <Checkbox
        label="Stop one person from booking out the event"
        description={`One home or office can book up to ${100 / hourlyNetworkLimit.share}% of the spots in an hour (at least ${hourlyNetworkLimit.minimum}). Turn this off if a large group books from one address.`}
        {...form.getInputProps('limitPerNetwork', { type: 'checkbox' })}
      />
    </FoldedSection>
  )
}
