import { Button, Checkbox, CloseButton, Group, Stack, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Team, teamInput } from '@trunkshow/contract/assignees/schema.ts'
import { formatTimeRange } from '@trunkshow/contract/dates.ts'
import type { Colleague } from '@trunkshow/contract/endpoint.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { useState } from 'react'
import { api, CallError, call } from '../api/client.ts'
import { colleaguesQuery } from '../company/assignee-field.tsx'
import { DaySelect } from '../slots/day-select.tsx'
import { summaryQuery } from '../slots/queries.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { NotLoaded } from '../ui/feedback/notice.tsx'
import { Choose } from '../ui/form/choose.tsx'
import { FormDialog, useCallForm } from '../ui/form/form-dialog.tsx'
import { QuietText } from '../ui/page/words.tsx'
import { teamQuery } from './queries.ts'

interface TeamDialogProps {
  event: Event
  /** The day that is shown first. */
  date: string
  onClose: () => void
}

/** Who works when on a day of an event; the second of two who save at once sees what the first wrote, and keeps theirs. */
export function TeamDialog({ event, date, onClose }: TeamDialogProps) {
  const [day, setDay] = useState(date)
  const team = useQuery({ ...teamQuery(event.id), refetchOnMount: 'always' })
  const colleagues = useQuery(colleaguesQuery)
  if (team.data && team.isFetchedAfterMount && colleagues.data)
    return (
      <DayDialog
        key={day}
        {...{ event, day, onClose }}
        team={team.data}
        colleagues={colleagues.data}
        onDay={setDay}
        onChanged={async () => (await team.refetch()).data}
      />
    )
  return (
    <Dialog title={title} onClose={onClose}>
      <NotLoaded query={team.error ? team : colleagues} noun="team" skeleton={{ height: 160 }} />
    </Dialog>
  )
}

const title = 'Who works when'

const inWords = ({ shifts }: Team, of: string) =>
  shifts
    .flatMap(({ day, name, ...time }) =>
      day === of ? [`${name}, ${formatTimeRange(time.startTime, time.endTime)}`] : [],
    )
    .join(' · ') || 'no one'

interface DayDialogProps extends Omit<TeamDialogProps, 'date'> {
  day: string
  team: Team
  colleagues: readonly Colleague[]
  onDay: (day: string) => void
  /** Reads what someone else saved first. */
  onChanged: () => Promise<Team | undefined>
}

function DayDialog({ event, day, team, colleagues, onDay, onChanged, onClose }: DayDialogProps) {
  // As the form began: what others save while it is open counts once this is saved.
  const [{ version, namesOnSlots, shifts }] = useState(team)
  const [theirs, setTheirs] = useState<Team>()
  const client = useQueryClient()
  const of = shifts.filter((shift) => shift.day === day)
  const { form, dialog } = useCallForm({
    schema: teamInput,
    values: {
      ...{ day, version, namesOnSlots },
      shifts: of.map(({ userId, startTime, endTime }) => ({ userId, startTime, endTime })),
    },
    call: (body) => call(api.assignees.saveTeam, { params: { id: event.id }, body }),
    done: 'Team saved',
    failed: 'Team not saved',
    onDone: (saved) => {
      client.setQueryData(teamQuery(event.id).queryKey, saved)
      return client.invalidateQueries({ queryKey: summaryQuery(String(event.id)).queryKey })
    },
    onFailed: async (error) => {
      const saved = error instanceof CallError && error.code === 'changed' && (await onChanged())
      if (!saved) return
      form.setFieldValue('version', saved.version)
      setTheirs(saved)
    },
    onClose,
  })
  const rows = form.values.shifts
  const next = colleagues.find(({ id }) => !rows.some(({ userId }) => userId === id)) ?? colleagues[0]!
  const last = rows.at(-1) ?? event
  const add = () =>
    form.insertListItem('shifts', { userId: next.id, startTime: last.startTime, endTime: last.endTime })
  return (
    <FormDialog title={title} {...dialog} submitLabel="Save" width={560}>
      {!form.isDirty() && <DaySelect event={event} value={day} onChange={(day) => day && onDay(day)} />}
      <Stack component="ul" gap="md">
        {rows.map(({ userId }, at) => {
          const name = colleagues.find(({ id }) => id === userId)?.name ?? ''
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: shifts have no identity
            <Group component="li" key={at} gap="xs" align="start">
              <Choose
                flex="1 1 140px"
                aria-label={`Colleague ${at + 1}`}
                value={userId}
                onChoose={(id) => form.setFieldValue(`shifts.${at}.userId`, id ?? userId)}
                choices={colleagues.map(({ id, name }) => [id, name])}
              />
              <Group gap="xs" wrap="nowrap">
                <TextInput
                  type="time"
                  aria-label={`${name} from`}
                  {...form.getInputProps(`shifts.${at}.startTime`)}
                />
                <TextInput
                  type="time"
                  aria-label={`${name} until`}
                  {...form.getInputProps(`shifts.${at}.endTime`)}
                />
                <CloseButton
                  aria-label={`Remove ${name}`}
                  onClick={() => form.removeListItem('shifts', at)}
                />
              </Group>
            </Group>
          )
        })}
      </Stack>
      {theirs && <QuietText>Saved before yours: {inWords(theirs, day)}</QuietText>}
      {rows.length === 0 && <QuietText>No one yet.</QuietText>}
      <Button variant="subtle" px="xs" style={{ alignSelf: 'start' }} onClick={add}>
        Add shift
      </Button>
      <Checkbox
        label="Show names on time slots"
        description="Your team sees who is at work at each time, whom they serve, and who is free. Guests don’t."
        {...form.getInputProps('namesOnSlots', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
