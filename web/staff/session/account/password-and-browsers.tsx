import { Box, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatShortDate, formatTime } from '@trunkshow/contract/dates.ts'
import { passwordForm, type SessionView, sessionEndInput } from '@trunkshow/contract/session/schema.ts'
import { wallClock, zoneAbbreviation } from '@trunkshow/contract/zones.ts'
import { useState } from 'react'
import { api, call } from '../../api/client.ts'
import { feedsQuery } from '../../calendars/calendar-links.tsx'
import { NotLoaded } from '../../ui/feedback/notice.tsx'
import { ReasonButton } from '../../ui/feedback/reason-button.tsx'
import { FormDialog, useCallForm } from '../../ui/form/form-dialog.tsx'
import { FormSection } from '../../ui/form/form-shell.tsx'
import surfaces from '../../ui/page/surfaces.module.css'
import { QuietButton, QuietText, SubtleButton, Tag } from '../../ui/page/words.tsx'
import { sessionsQuery, useCompanyZone } from '../session-query.ts'
import { ConfirmPasswordField, CurrentPasswordField, NewPasswordField } from './account-fields.tsx'
import { deviceName } from './device-name.ts'
import styles from './password-and-browsers.module.css'

export function PasswordAndBrowsers() {
  const [changing, setChanging] = useState(false)
  return (
    <FormSection title="Password and browsers" hint="Your password and where you’re logged in.">
      <Group gap="12px 24px">
        <QuietText flex="1 1 240px">
          Changing your password logs you out of all other browsers and ends your calendar links.
        </QuietText>
        <QuietButton onClick={() => setChanging(true)}>Change password</QuietButton>
      </Group>
      <SessionsList />
      {changing && <PasswordDialog onClose={() => setChanging(false)} />}
    </FormSection>
  )
}

/** Requires the old password, so an unlocked phone isn't enough (docs/product.md, Passwords). */
function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { form, dialog } = useCallForm({
    schema: passwordForm,
    values: { oldPassword: '', newPassword: '', confirmPassword: '' },
    call: ({ oldPassword, newPassword }) =>
      call(api.session.changePassword, { body: { oldPassword, newPassword } }),
    done: () => ({
      title: 'Password changed',
      description: 'You’ve been logged out of all other browsers, and your calendar links have ended.',
    }),
    failedTo: 'change password',
    onClose,
    onDone: (_changed, client) => {
      for (const { queryKey } of [sessionsQuery(), feedsQuery]) void client.invalidateQueries({ queryKey })
    },
  })
  return (
    <FormDialog title="Change password" {...dialog} submitLabel="Change password" pendingLabel="Changing...">
      <CurrentPasswordField data-autofocus {...form.getInputProps('oldPassword')} />
      <NewPasswordField label="New password" name="newPassword" {...form.getInputProps('newPassword')} />
      <ConfirmPasswordField label="Confirm new password" {...form.getInputProps('confirmPassword')} />
    </FormDialog>
  )
}

/** Where the user is logged in, with buttons to end one other session or all. */
function SessionsList() {
  const sessions = useQuery(sessionsQuery())
  const [ending, setEnding] = useState<{ browser: { id: string; name: string } | null }>()
  if (!sessions.data)
    return <NotLoaded query={sessions} noun="your browsers" skeleton={{ className: styles.loading }} />
  const alone = sessions.data.every(({ current }) => current)
  return (
    <div>
      <ul className={surfaces.lines} aria-label="Where you’re logged in">
        {sessions.data.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            onEnd={() => setEnding({ browser: { id: session.id, name: deviceName(session.device) } })}
          />
        ))}
      </ul>
      <Box mt="xs" ml="-md">
        <ReasonButton
          variant="subtle"
          color="bad"
          reason={alone ? 'You’re not logged in anywhere else.' : null}
          onClick={() => setEnding({ browser: null })}
        >
          Log out other browsers
        </ReasonButton>
      </Box>
      {ending && <EndSessionsDialog browser={ending.browser} onClose={() => setEnding(undefined)} />}
    </div>
  )
}

function SessionRow({ session, onEnd }: { session: SessionView; onEnd: () => void }) {
  const { device, lastSeenAt, current } = session
  const zone = useCompanyZone()
  const { date, time } = wallClock(new Date(lastSeenAt), zone)
  return (
    <li className={styles.row}>
      <Text span fw={600} title={device}>
        {deviceName(device)}
      </Text>
      <QuietText span className={styles.seen}>
        Last active {formatShortDate(date)}, {formatTime(time, zoneAbbreviation(new Date(lastSeenAt), zone))}
      </QuietText>
      {current ? (
        <Tag tone="good">This browser</Tag>
      ) : (
        <SubtleButton
          size="compact-sm"
          mr="calc(-1 * var(--button-padding-x))"
          aria-label={`Log out ${deviceName(device)}`}
          onClick={onEnd}
        >
          Log out
        </SubtleButton>
      )}
    </li>
  )
}

interface EndSessionsDialogProps {
  /** The browser to log out, as the list names it; all others without one. */
  browser: { id: string; name: string } | null
  onClose: () => void
}

/** Requires the password, so who finds a browser open can't log its user out elsewhere (docs/product.md, Sessions). */
function EndSessionsDialog({ browser, onClose }: EndSessionsDialogProps) {
  const { form, dialog } = useCallForm({
    schema: sessionEndInput,
    values: { id: browser?.id, password: '' },
    call: (body) => call(api.session.endSessions, { body }),
    done: browser ? `Logged out ${browser.name}` : 'Logged out everywhere else',
    failedTo: 'log out',
    reloads: sessionsQuery().queryKey,
    onClose,
  })
  return (
    <FormDialog
      title={browser ? `Log out ${browser.name}` : 'Log out other browsers'}
      {...dialog}
      submitLabel="Log out"
      pendingLabel="Logging out..."
    >
      <CurrentPasswordField data-autofocus {...form.getInputProps('password')} />
    </FormDialog>
  )
}
