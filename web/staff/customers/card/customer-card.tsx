import { Anchor, Group, Text, Title } from '@mantine/core'
import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { isErased } from '@trunkshow/contract/privacy/rules.ts'
import type { ReactNode } from 'react'
import { CardActions, RecordCard } from '../../ui/list/card.tsx'
import { Tag } from '../../ui/list/tag.tsx'
import { ButtonLink } from '../../ui/page/button-link.tsx'
import { MailLink } from '../../ui/page/mail-link.tsx'
import { fullName } from '../full-name.ts'
import { Addresses } from './addresses.tsx'
import { CustomerActions } from './customer-actions.tsx'

interface CustomerCardProps {
  customer: Customer
  /** Opens a dialog over the list, so it outlives the card; null closes it. */
  onDialog: (dialog: ReactNode) => void
}

/** One customer: contact details, addresses, actions. */
export function CustomerCard({ customer, onDialog }: CustomerCardProps) {
  const name = fullName(customer)
  return (
    <RecordCard
      title={(id) => (
        <Title order={2} id={id} lh={1.15} miw={0}>
          {name}
        </Title>
      )}
      tag={customer.isArchived && <Tag>{isErased(customer) ? 'Erased' : 'Archived'}</Tag>}
    >
      {!isErased(customer) && <Contact customer={customer} />}
      {customer.notes && (
        <Text lineClamp={4} mt="xs" style={{ whiteSpace: 'pre-line' }}>
          {customer.notes}
        </Text>
      )}
      {!isErased(customer) && <Addresses customer={customer} onDialog={onDialog} />}
      <CardActions mt="xs">
        <ButtonLink
          to="/customer-history"
          search={{ customerId: customer.id }}
          variant="subtle"
          size="compact-sm"
          aria-label={`History of ${name}`}
        >
          History
        </ButtonLink>
        <CustomerActions customer={customer} onDialog={onDialog} />
      </CardActions>
    </RecordCard>
  )
}

function Contact({ customer: { email, alsoEmails, phone } }: { customer: Customer }) {
  return (
    <Group component="p" gap="4px 16px" mt="xs">
      {[email, ...alsoEmails].map((email) => (
        <MailLink key={email} email={email} />
      ))}
      {phone && (
        <Anchor href={`tel:${phone.replace(/[^\d+]/g, '')}`} c="dimmed">
          {phone}
        </Anchor>
      )}
    </Group>
  )
}
