import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Customer, fullName } from '@trunkshow/contract/customers/schema.ts'
import { asciiEmail } from '@trunkshow/contract/person.ts'
import { type ReactNode, useState } from 'react'
import { Note } from '../../ui/feedback/notice.tsx'
import { PickList } from '../../ui/form/pick-list.tsx'
import { SearchField } from '../../ui/list/list-screen.tsx'
import { QuietButton, QuietText } from '../../ui/page/words.tsx'
import { customersQuery, similarQuery } from '../queries.ts'

const MAX_SHOWN = 8

interface PickCustomerProps {
  label: string
  /** Suggested customers before any search; undefined while unknown. */
  suggested: readonly Customer[] | undefined
  /** Shown above the suggestions, or instead if there are none. */
  hints: { some: string; none: string }
  /** The customer to leave out. */
  besides?: number
  error?: ReactNode
  onPick: (customer: Customer) => void
}

/** Offers suggested customers, or the results of a search. */
export function PickCustomer({ label, suggested, hints, besides, error, onPick }: PickCustomerProps) {
  const [q, setQ] = useState('')
  const found = useInfiniteQuery({ ...customersQuery({ q }), enabled: Boolean(q) })
  const offered = (q ? found.data?.rows : suggested)?.filter(({ id }) => id !== besides).slice(0, MAX_SHOWN)
  return (
    <div>
      <SearchField label="Search by name, email, or phone" value={q} onSearch={setQ} error={error} />
      <QuietText mih="1.5em" mt="sm" mb={4} role="status">
        {offered?.length === 0 && (q ? 'No customers found' : hints.none)}
        {offered && offered.length > 0 && !q && hints.some}
      </QuietText>
      <PickList
        label={label}
        items={offered ?? []}
        wordsOf={(customer) => ({
          name: fullName(customer),
          detail: [customer.email, customer.phone].filter(Boolean).join(' · '),
        })}
        onPick={onPick}
      />
    </div>
  )
}

const DEBOUNCE_MS = 300

interface SimilarHintProps {
  /** As typed so far. */
  email: string
  phone: string
  /** The customer being edited. */
  besides?: number
  /** Uses an existing customer instead of what is typed. */
  onPick?: (customer: Customer) => void
}

/** While an email or phone is typed, shows who already has it. Only a hint, since two people may share one. */
export function SimilarHint({ email, phone, besides, onPick }: SimilarHintProps) {
  const [typed] = useDebouncedValue(`${email.trim()}\n${phone.trim()}`, DEBOUNCE_MS)
  const [typedEmail = '', typedPhone = ''] = typed.split('\n')
  const contact = {
    email: whole(typedEmail, /^\S+@\S+\.\S+$/),
    phone: whole(typedPhone, /(\d\D*){7}/),
    besides,
  }
  const isWhole = Boolean(contact.email || contact.phone)
  const { data } = useQuery({ ...similarQuery(contact), enabled: isWhole })
  const similar = isWhole ? (data ?? []) : []
  return (
    <Note>
      {similar.map((customer) => (
        <p key={customer.id}>
          <Link
            to="/customer-history"
            search={{ customerId: customer.id }}
            target="_blank"
            rel="noopener"
            preload={false}
          >
            {fullName(customer)}
          </Link>{' '}
          {customer.isArchived && '(archived) '}
          already has {matchingFieldOf(customer, typedEmail)}.
          {onPick && !customer.isArchived && (
            <QuietButton
              display="block"
              mt={4}
              size="compact-sm"
              aria-label={`Select ${fullName(customer)}`}
              onClick={() => onPick(customer)}
            >
              Select
            </QuietButton>
          )}
        </p>
      ))}
    </Note>
  )
}

/** Incomplete emails and phones aren't searched. */
function whole(text: string, pattern: RegExp) {
  return pattern.test(text) ? text : undefined
}

function matchingFieldOf(customer: Customer, email: string) {
  const emails = [customer.email.toLowerCase(), ...customer.alsoEmails]
  return emails.includes(asciiEmail(email).toLowerCase()) ? 'this email' : 'this phone number'
}
