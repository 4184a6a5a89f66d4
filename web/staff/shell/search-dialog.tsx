import { Box, Group, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { FoundBooking } from '@trunkshow/contract/bookings/schema.ts'
import { mayDo } from '@trunkshow/contract/permissions.ts'
import type { SessionUser } from '@trunkshow/contract/session/schema.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { sentenceOf } from '../api/client.ts'
import { keepRecent, readRecent } from '../api/stored-user.ts'
import { bookingTasks } from '../bookings/booking-tasks.tsx'
import { useCompanyZone } from '../session/session-query.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { lazy } from '../ui/lazy/lazy.tsx'
import { SearchIcon } from '../ui/page/frame-icons.tsx'
import { QuietText, Soft, Tag } from '../ui/page/words.tsx'
import { containsWords, type Found, foundQuery } from './found-query.ts'
import styles from './search-dialog.module.css'
import { type Command, useCommands } from './use-commands.ts'

const BookingDialog = lazy(() => import('../bookings/booking-dialog.tsx'), 'BookingDialog')
const EmailDialog = lazy(() => import('../emails/email-dialog.tsx'), 'EmailDialog')

const DEBOUNCE_MS = 150

/** A line of the list: a record or a screen to open, or something to do. */
type Entry = Found | Command

/** Ctrl-K: finds guests' appointments, other records and commands; all by keyboard. */
export function SearchDialog({ user, onClose }: { user: SessionUser; onClose: () => void }) {
  const [text, setText] = useState('')
  const typed = text.trim()
  const [q] = useDebouncedValue(typed, DEBOUNCE_MS)
  const found = useQuery(foundQuery(q, wallClock(new Date(), useCompanyZone()).date))
  const { open, visit, shown } = useVisit(user, onClose)
  const commands = useCommands(user).filter(({ label, also }) => containsWords(`${label}, ${also}`, typed))
  const isSearching = typed !== '' && (q !== typed || found.isPending || found.isPlaceholderData)
  const results = typed && q ? found.data : undefined
  // Until there are results for what is typed, those that were listed before and have these words.
  const records: Found[] =
    results && !isSearching
      ? results
      : (results ?? readRecent(user)).filter(({ label, hint }) => containsWords(`${label} ${hint}`, typed))
  const isExact = typed !== '' && commands.some((command) => namesOf(command).includes(typed.toLowerCase()))
  // A screen's own name leads to it; else what was looked for comes first.
  const entries: Entry[] = isExact ? [...commands, ...records] : [...records, ...commands]
  /** The current entry, and which of its tasks; -1 for itself. */
  const [[at, task], setAt] = useState([0, -1])
  /** Enter was pressed before the first entry was known: opens it once it is, here or in a tab. */
  const [held, setHeld] = useState<{ inTab: boolean }>()
  useEffect(() => {
    if (!held || isSearching) return
    setHeld(undefined)
    if (!found.isError) open(entries[0], held.inTab)
  })
  const current = Math.min(at, entries.length - 1)
  const tasks = tasksOf(entries[current], user)
  const listId = useId()
  const idOf = (index: number, task = -1) => `${listId}-${index}${task < 0 ? '' : `-${task}`}`

  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    const last = entries.length - 1
    const { value, selectionStart } = event.currentTarget
    const goTo = {
      ArrowDown: current === last ? 0 : current + 1,
      ArrowUp: current <= 0 ? last : current - 1,
      PageDown: last,
      PageUp: 0,
    }[event.key]
    if (goTo !== undefined) {
      setAt([goTo, -1])
      document.getElementById(idOf(goTo))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'ArrowRight' && selectionStart === value.length && task < tasks.length - 1)
      setAt([current, task + 1])
    else if (event.key === 'ArrowLeft' && task >= 0) setAt([current, task - 1])
    else if (event.key === 'Enter') {
      const inTab = event.ctrlKey || event.metaKey
      if (isSearching && !isExact && at === 0) setHeld({ inTab })
      else open(entries[current], inTab, tasks[task])
    } else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }
  return (
    <>
      <Dialog opened={!shown} title="Search" width={680} onClose={onClose}>
        <TextInput
          data-autofocus
          role="combobox"
          aria-label="Search guests, customers, orders, events, products, emails, and commands"
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-activedescendant={entries.length > 0 ? idOf(current, task) : undefined}
          placeholder="Guest, phone, day, or order number"
          autoComplete="off"
          maxLength={200}
          leftSection={<SearchIcon />}
          value={text}
          onChange={(change) => {
            setText(change.currentTarget.value)
            setAt([0, -1])
            setHeld(undefined)
          }}
          onKeyDown={handleKey}
        />
        <QuietText mih="1.5em" my="xs" role="status">
          {isSearching
            ? 'Searching…'
            : found.isError && typed
              ? sentenceOf(found.error)
              : entries.length === 0
                ? `Nothing found for “${typed}”.`
                : entries.length > 0 && `${entries.length} ${entries.length === 1 ? 'result' : 'results'}`}
        </QuietText>
        <Box
          id={listId}
          role="listbox"
          aria-label="Results"
          mah="min(480px, 60dvh)"
          mx="-sm"
          style={{ overflowY: 'auto' }}
        >
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two appointments may read the same
            <div key={`${entry.kind} ${entry.label} ${entry.hint} ${index}`}>
              {entry.kind !== entries[index - 1]?.kind && (
                <QuietText mt="sm" mx="sm" mb={4} fz="xs" fw={600} aria-hidden>
                  {!results && entry.kind !== 'Commands' ? `${entry.kind} opened last` : entry.kind}
                </QuietText>
              )}
              <div className={styles.row} data-current={index === current || undefined}>
                <Group
                  gap="0 16px"
                  justify="space-between"
                  id={idOf(index)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === current && task < 0}
                  className={styles.option}
                  onPointerMove={() => (index !== current || task >= 0) && setAt([index, -1])}
                  onClick={(event: MouseEvent) => open(entry, event.ctrlKey || event.metaKey)}
                  onAuxClick={(event) => event.button === 1 && visit(entry, true)}
                >
                  <span>
                    {entry.label}{' '}
                    {'booking' in entry && entry.booking?.status === 'cancelled' && <Tag>Cancelled</Tag>}
                  </span>
                  <Soft>{entry.hint}</Soft>
                </Group>
                {tasksOf(entry, user).map((label, place) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and its keys
                  <span
                    key={label}
                    id={idOf(index, place)}
                    role="option"
                    tabIndex={-1}
                    aria-selected={index === current && task === place}
                    aria-label={`${label}: ${entry.label}`}
                    className={`${styles.option} ${styles.task}`}
                    onPointerMove={() => (index !== current || task !== place) && setAt([index, place])}
                    onClick={() => open(entry, false, label)}
                  >
                    {label}
                  </span>
                ))}
              </div>
            </div>
          ))}
        </Box>
      </Dialog>
      {shown}
    </>
  )
}

/** What a command is called, in lower case. */
const namesOf = ({ label, also }: Command) => [label, ...also.split(', ')].map((name) => name.toLowerCase())

const quickTasks = ['Reschedule', 'Create Order', 'Cancel']

/** What this user can do with a found appointment right from the list. */
function tasksOf(entry: Entry | undefined, user: SessionUser): string[] {
  const booking: FoundBooking | undefined = entry && 'booking' in entry ? entry.booking : undefined
  const tasks = booking ? bookingTasks(user, booking.event, () => {}).tasksOf(booking) : []
  return quickTasks.filter((name) => tasks.some(({ label, reason }) => label === name && !reason))
}

/** Opens an entry: here, which the form that is open may ask about, over the screen, or in a tab. */
function useVisit(user: SessionUser, onClose: () => void) {
  const { history, subscribe } = useRouter()
  const [shown, show] = useState<ReactNode>()
  // A link of what opened over the screen leads away from it.
  useEffect(
    () => subscribe('onBeforeLoad', ({ hrefChanged }) => hrefChanged && onClose()),
    [subscribe, onClose],
  )
  function remember({ kind, label, hint, ...entry }: Entry) {
    if (kind === 'Commands' || !('href' in entry)) return
    // Without its time, which may change.
    const event = 'booking' in entry ? entry.booking?.event : undefined
    keepRecent(user, { kind, label, hint: event?.name ?? hint, href: entry.href })
  }
  function visit(entry: Entry, inTab: boolean) {
    if (!('href' in entry)) return
    const { href } = entry
    remember(entry)
    if (inTab) open(href, '_blank', 'noopener')
    else history.push(href)
  }
  /** What opens over the screen. */
  function dialogOf(entry: Entry, task?: string) {
    const booking: FoundBooking | undefined = 'booking' in entry ? entry.booking : undefined
    if (booking) {
      const { id, event, attendeeName } = booking
      const about = { id, event, name: attendeeName, known: booking }
      return <BookingDialog {...about} task={task} onClose={onClose} />
    }
    const id = 'emailId' in entry ? entry.emailId : undefined
    return id && <EmailDialog id={id} mayResend={mayDo(user.role, 'bookings.manage')} onClose={onClose} />
  }
  return {
    visit,
    shown,
    open(entry: Entry | undefined, inTab: boolean, task?: string) {
      if (!entry) return
      const dialog = inTab ? undefined : dialogOf(entry, task)
      if (dialog) {
        remember(entry)
        return show(dialog)
      }
      onClose()
      if ('act' in entry) entry.act()
      else visit(entry, inTab)
    },
  }
}
