import { Box, Button, Group } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import type { BookingFilter } from '@trunkshow/contract/bookings/screens.ts'
import { isOver } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { paths, urlOf } from '@trunkshow/contract/paths.ts'
import { useState } from 'react'
import { MineFilter } from '../../company/mine-filter.tsx'
import { useImportId } from '../../imports/use-import-id.ts'
import { useMayDoOnEvent, useUser } from '../../session/session-query.ts'
import { DaySelect } from '../../slots/day-select.tsx'
import { summaryQuery } from '../../slots/queries.ts'
import { EmptyList } from '../../ui/feedback/notice.tsx'
import { choicesOf } from '../../ui/form/choose.tsx'
import { lazy, WaitingPart } from '../../ui/lazy/lazy.tsx'
import { ListFilter, PagedList, SearchField } from '../../ui/list/list-screen.tsx'
import { Fold } from '../../ui/page/fold.tsx'
import { OutsideLink } from '../../ui/page/page-header.tsx'
import { countOf, QuietText } from '../../ui/page/words.tsx'
import { RowMenu } from '../../ui/table/row-menu.tsx'
import { bookingsQuery, dayToShow } from '../queries.ts'
import styles from './bookings-list.module.css'
import { BookingsList } from './bookings-list.tsx'

const EmailGuestsDialog = lazy(() => import('../../emails/email-guests-dialog.tsx'), 'EmailGuestsDialog')
// Few are here to import, and who is finds its button in the menu.
const ImportButton = lazy(() => import('../../imports/import-button.tsx'), 'ImportButton', WaitingPart)
const TeamDialog = lazy(() => import('../../assignees/team-dialog.tsx'), 'TeamDialog')
const AddBookingDialog = lazy(() => import('../add/add-booking-dialog.tsx'), 'AddBookingDialog')

interface BookingsTabProps {
  event: Event
  filter: BookingFilter
  onFilter: (change: BookingFilter) => void
  /** Whether the dialog that writes to all guests is open. */
  isWriting: boolean
  onWrite: (opened: boolean) => void
}

export function BookingsTab({ event, filter, onFilter, isWriting, onWrite }: BookingsTabProps) {
  const eventId = String(event.id)
  const list = useInfiniteQuery(bookingsQuery(eventId, filter))
  const { data: summary } = useQuery(summaryQuery(eventId))
  const filtered = Object.values(filter).some((value) => value !== undefined)
  const total = list.data?.total
  const mayManage = useMayDoOnEvent(event, 'bookings.manage')
  const mayEdit = useMayDoOnEvent(event, 'events.edit')
  const isTeam = useUser()?.company?.isTeam === true
  const over = isOver(event, new Date())
  // An import is its company's own, and co-hosts are of another.
  const mayImport = mayManage && !event.coHosted
  const imports = { kind: 'bookings', eventId: event.id } as const
  const [importId] = useImportId('bookings', event.id)
  const [isImporting, setIsImporting] = useState(false)
  const showsImport = mayImport && (isImporting || importId !== undefined)
  const [isAdding, setIsAdding] = useState(false)
  const [isPlanning, setIsPlanning] = useState(false)
  return (
    <>
      <Group align="stretch" gap="xs" mb="xs">
        <Group component="search" flex="999 1 200px" align="stretch" gap="xs">
          <Box flex="1 1 clamp(120px, 14vw, 260px)">
            <SearchField
              label="Search by name, email, or phone"
              value={filter.q ?? ''}
              onSearch={(q) => onFilter({ q: q || undefined })}
            />
          </Box>
          <Fold label="Filter" active={Boolean(filter.status || filter.date || filter.mine)}>
            <ListFilter
              label="Status"
              value={filter.status}
              choices={choicesOf({ '': 'All bookings', active: 'Active', cancelled: 'Cancelled' })}
              onChoose={(status) => onFilter({ status })}
            />
            <DaySelect
              event={event}
              value={filter.date}
              allLabel="All days"
              onChange={(date) => onFilter({ date })}
            />
            <MineFilter mine={filter.mine} onFilter={onFilter} />
          </Fold>
        </Group>
        <Group flex="1 0 auto" gap="xs" justify="end" wrap="nowrap">
          {showsImport && <ImportButton {...imports} openFirst={isImporting} />}
          <RowMenu
            name="these bookings"
            tasks={[
              {
                label: 'Calendar',
                to: urlOf(paths.calendar(), {}, { event: event.id, date: filter.date ?? dayToShow(event) }),
              },
              { label: 'Run sheet', to: urlOf(paths.runSheet(event.id), {}, { date: filter.date }) },
              mayEdit && isTeam && { label: 'Who works when', onRun: () => setIsPlanning(true) },
              mayManage &&
                (summary?.bookings ?? 0) > 0 && { label: 'Email guests', onRun: () => onWrite(true) },
              { label: 'Export CSV', href: urlOf(api.bookings.export.path, { id: event.id }, { ...filter }) },
              mayImport && !showsImport && { label: 'Import CSV', onRun: () => setIsImporting(true) },
            ]}
          />
          {mayManage && (
            <Button flex="1 0 auto" aria-label="Add booking" onClick={() => setIsAdding(true)}>
              Add<span className={styles.more}>&nbsp;booking</span>
            </Button>
          )}
        </Group>
      </Group>
      {filtered && (
        <QuietText mih="1.5em" mb="sm" role="status">
          {total !== undefined && !list.isPlaceholderData && `${countOf(total, 'booking')} found`}
        </QuietText>
      )}
      <PagedList
        list={list}
        noun="bookings"
        failed={bookingMessages.loadFailed}
        isSafe
        empty={
          <EmptyList
            noun="bookings"
            filtered={filtered && { title: none, text: otherFilter, onClear: () => onFilter(noFilter) }}
            title={none}
            action={!over && <OutsideLink href={paths.event(event.urlSlug)}>Open public page</OutsideLink>}
          >
            {over
              ? 'This event is over, and no one booked it.'
              : 'Bookings show up here as guests book. Share the event’s link to get started.'}
          </EmptyList>
        }
      >
        {(bookings, outdated) => (
          <BookingsList event={event} summary={summary} bookings={bookings} outdated={outdated} />
        )}
      </PagedList>
      {isWriting && mayManage && (
        <EmailGuestsDialog event={event} date={filter.date} onClose={() => onWrite(false)} />
      )}
      {isPlanning && (
        <TeamDialog
          event={event}
          date={filter.date ?? dayToShow(event)}
          onClose={() => setIsPlanning(false)}
        />
      )}
      {isAdding && <AddBookingDialog event={event} date={filter.date} onClose={() => setIsAdding(false)} />}
    </>
  )
}

const none = 'No bookings found.'
const otherFilter = 'Try a different search or filter.'
const noFilter: BookingFilter = { q: undefined, status: undefined, date: undefined, mine: undefined }
