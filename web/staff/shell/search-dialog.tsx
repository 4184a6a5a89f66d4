import { Box, Group, Text, TextInput, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { api } from '@trunkshow/contract/api.ts'
import { formatDateRange } from '@trunkshow/contract/dates.ts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { mayDo, type Right } from '@trunkshow/contract/permissions.ts'
import type { SessionUser } from '@trunkshow/contract/session/schema.ts'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useState } from 'react'
import { call, sentenceOf } from '../api/client.ts'
import { keepRecent, type Recent, readRecent } from '../api/stored-user.ts'
import { useLogOut } from '../session/log-out.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Soft } from '../ui/list/words.tsx'
import { SearchIcon } from '../ui/page/frame-icons.tsx'

const DEBOUNCE_MS = 150
/** Records of each kind. */
const LISTED = 5

/** A line of the list: a record or a screen to open, or something to do. */
type Entry = Recent | { kind: 'Commands'; label: string; hint: string; act: () => unknown }

/** Ctrl-K: finds events, customers, orders, products and commands; all by keyboard. */
export function SearchDialog({ user, onClose }: { user: SessionUser; onClose: () => void }) {
  const [text, setText] = useState('')
  const typed = text.trim()
  const [q] = useDebouncedValue(typed, DEBOUNCE_MS)
  const found = useQuery(foundQuery(q))
  const { open, visit } = useVisit(user, onClose)
  const commands = useCommands(user).filter(({ label }) => containsWords(label, typed))
  const isSearching = typed !== '' && (q !== typed || found.isPending || found.isPlaceholderData)
  const results = typed && q ? found.data : undefined
  // Until there are results for what is typed, those that were listed before and have these words.
  const records =
    results && !isSearching
      ? results
      : (results ?? readRecent(user)).filter(({ label, hint }) => containsWords(`${label} ${hint}`, typed))
  const isExact = commands.some(({ label }) => label.toLowerCase() === typed.toLowerCase())
  // A screen's own name leads to it; else what was looked for comes first.
  const entries: Entry[] = isExact ? [...commands, ...records] : [...records, ...commands]
  const [at, setAt] = useState(0)
  /** Enter was pressed before the first entry was known: opens it once it is, here or in a tab. */
  const [held, setHeld] = useState<{ inTab: boolean }>()
  useEffect(() => {
    if (!held || isSearching) return
    setHeld(undefined)
    if (!found.isError) open(entries[0], held.inTab)
  })
  const current = Math.min(at, entries.length - 1)
  const listId = useId()
  const idOf = (index: number) => `${listId}-${index}`

  function handleKey(event: KeyboardEvent) {
    const last = entries.length - 1
    const goTo = {
      ArrowDown: current === last ? 0 : current + 1,
      ArrowUp: current <= 0 ? last : current - 1,
      PageDown: last,
      PageUp: 0,
    }[event.key]
    if (goTo !== undefined) {
      setAt(goTo)
      document.getElementById(idOf(goTo))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      const inTab = event.ctrlKey || event.metaKey
      if (isSearching && !isExact && at === 0) setHeld({ inTab })
      else open(entries[current], inTab)
    } else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }
  return (
    <Dialog title="Search" onClose={onClose}>
      <TextInput
        data-autofocus
        role="combobox"
        aria-label="Search events, customers, orders, products, and commands"
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-activedescendant={entries.length > 0 ? idOf(current) : undefined}
        placeholder="Name, email, or order number"
        autoComplete="off"
        maxLength={200}
        leftSection={<SearchIcon />}
        value={text}
        onChange={(change) => {
          setText(change.currentTarget.value)
          setAt(0)
          setHeld(undefined)
        }}
        onKeyDown={handleKey}
      />
      <Text mih="1.5em" my="xs" c="dimmed" role="status">
        {isSearching
          ? 'Searching…'
          : found.isError && typed
            ? sentenceOf(found.error)
            : entries.length === 0
              ? `Nothing found for “${typed}”.`
              : entries.length > 0 && `${entries.length} ${entries.length === 1 ? 'result' : 'results'}`}
      </Text>
      <Box
        id={listId}
        role="listbox"
        aria-label="Results"
        mah="min(420px, 60dvh)"
        mx="-sm"
        style={{ overflowY: 'auto' }}
      >
        {entries.map((entry, index) => (
          <div key={`${entry.kind} ${entry.label} ${entry.hint}`}>
            {entry.kind !== entries[index - 1]?.kind && (
              <Text mt="sm" mx="sm" mb={4} c="dimmed" fz="xs" fw={600} aria-hidden>
                {!results && entry.kind !== 'Commands' ? `${entry.kind} opened last` : entry.kind}
              </Text>
            )}
            <Group
              gap="0 16px"
              justify="space-between"
              id={idOf(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              mih="var(--touch)"
              px="sm"
              py={4}
              bg={index === current ? 'var(--accent-wash)' : undefined}
              style={{ borderRadius: 'var(--radius-small)', overflowWrap: 'anywhere', cursor: 'pointer' }}
              onPointerMove={() => setAt(index)}
              onClick={(event: MouseEvent) => open(entry, event.ctrlKey || event.metaKey)}
              onAuxClick={(event) => event.button === 1 && visit(entry, true)}
            >
              <span>{entry.label}</span>
              <Soft>{entry.hint}</Soft>
            </Group>
          </div>
        ))}
      </Box>
    </Dialog>
  )
}

/** Opens an entry: here, which the form that is open may ask about, or in a tab. */
function useVisit(user: SessionUser, onClose: () => void) {
  const { history } = useRouter()
  function visit(entry: Entry, inTab: boolean) {
    if (!('href' in entry)) return
    if (entry.kind !== 'Commands') keepRecent(user, entry)
    if (inTab) open(entry.href, '_blank', 'noopener')
    else history.push(entry.href)
  }
  return {
    visit,
    open(entry: Entry | undefined, inTab: boolean) {
      if (!entry) return
      onClose()
      if ('act' in entry) entry.act()
      else visit(entry, inTab)
    },
  }
}

/** Without case and accents, as the server compares. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const containsWords = (label: string, text: string) =>
  plain(text)
    .split(/\s+/)
    .every((word) => plain(label).includes(word))

/** The records with these words, newest first. */
function foundQuery(q: string) {
  const query = { q, limit: LISTED, sort: 'newest', count: false } as const
  return queryOptions({
    queryKey: ['search', q],
    queryFn: async (): Promise<Recent[]> => {
      const [orders, customers, events, products] = await Promise.all([
        call(api.orders.list, { query: { ...query, fields: 'summary' } }),
        call(api.customers.list, { query }),
        call(api.events.list, { query }),
        call(api.products.list, { query }),
      ])
      return [
        ...orders.map(({ id, orderNumber, customerName, items, total }) => ({
          kind: 'Orders',
          label: `#${orderNumber} ${customerName}`,
          hint: `${items} · ${formatMoney(total)}`,
          href: `${paths.orders()}?orderId=${id}`,
        })),
        ...customers.map(({ id, firstName, lastName, email }) => ({
          kind: 'Customers',
          label: `${firstName} ${lastName}`,
          hint: email,
          href: `${paths.customerHistory()}?customerId=${id}`,
        })),
        ...events.map(({ id, name, eventDate, endDate }) => ({
          kind: 'Events',
          label: name,
          hint: formatDateRange(eventDate, endDate),
          href: paths.bookings(id),
        })),
        ...products.map(({ id, name, sku, basePrice }) => ({
          kind: 'Products',
          label: name,
          hint: [sku, formatMoney(basePrice)].filter(Boolean).join(' · '),
          href: `${paths.products()}?productId=${id}`,
        })),
      ]
    },
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** The screens and actions that this role may open. */
function useCommands({ role }: SessionUser) {
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const logOut = useLogOut()
  const screens: [label: string, href: string, right?: Right][] = [
    ['Create Order', `${paths.orders()}?create=true`, 'orders.edit'],
    ['Create Event', `${paths.events()}?create=true`, 'events.edit'],
    ['Home', paths.staffHome()],
    ['Events', paths.events()],
    ['Tours', `${paths.events()}?tab=tours`],
    ['Orders', paths.orders()],
    ['Unpaid orders', `${paths.orders()}?status=pending`],
    ['Templates', `${paths.orders()}?tab=templates`],
    ['Discounts', `${paths.orders()}?tab=discounts`],
    ['Customers', paths.customers()],
    ['Products', paths.products()],
    ['Customizations', `${paths.products()}?tab=customizations`],
    ['Emails', paths.emails()],
    ['Reports', paths.reports()],
    ['Settings', paths.settings()],
    ['Team', paths.settingsSection('team'), 'company.manage'],
    ['Move in: import your data', paths.settingsSection('move-in'), 'orders.edit'],
    ['Activity log', paths.activity(), 'company.manage'],
    ['Security log', paths.security(), 'company.manage'],
    ['Shopify log', paths.shopifyLog(), 'shopify.manage'],
  ]
  const acts: [label: string, act: () => unknown][] = [
    ['Light theme', () => setColorScheme('light')],
    ['Dark theme', () => setColorScheme('dark')],
    ['System theme', () => setColorScheme('auto')],
    ['Help', () => location.assign(paths.help('hosts'))],
    ['Log out', () => logOut.mutate()],
  ]
  const command = { kind: 'Commands', hint: '' } as const
  return [
    ...screens
      .filter(([, , right]) => !right || mayDo(role, right))
      .map(([label, href]) => ({ ...command, label, href })),
    ...acts.map(([label, act]) => ({ ...command, label, act })),
  ]
}
