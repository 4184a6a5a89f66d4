import { Box, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { addDays, formatShortDate } from '@trunkshow/contract/dates.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { agreementWords } from '@trunkshow/contract/proposals/fields.ts'
import type { Proposal } from '@trunkshow/contract/proposals/schema.ts'
import { type ReactNode, useState } from 'react'
import { useEmailTime } from '../../emails/email-words.ts'
import { useMayDo } from '../../session/session-query.ts'
import { NotLoaded } from '../../ui/feedback/notice.tsx'
import { ReasonButton } from '../../ui/feedback/reason-button.tsx'
import { lazy } from '../../ui/lazy/lazy.tsx'
import { QuietText, Soft, Tag } from '../../ui/page/words.tsx'
import { OrderSection } from '../order-section.tsx'
import { agreementQuery } from './queries.ts'

const FollowUpDialog = lazy(() => import('../../follow-ups/follow-up-dialog.tsx'), 'FollowUpDialog')
const SendDialog = lazy(() => import('./send-dialog.tsx'), 'SendDialog')

/** What an order's customer was asked to approve, what they answered, and how the order has changed since. */
export function AgreementSection({ order }: { order: Order }) {
  const query = useQuery(agreementQuery(order.id))
  const mayEdit = useMayDo('orders.edit')
  const [dialog, setDialog] = useState<ReactNode>()
  const close = () => setDialog(null)
  const { data } = query
  const [last] = data?.proposals ?? []
  const expiresOn = last && ['sent', 'seen'].includes(last.state) ? last.expiresOn : null
  return (
    <OrderSection title="Approval">
      {!data && <NotLoaded query={query} noun="approval" />}
      {data?.proposals.length === 0 && (
        <QuietText>Send the order to the customer to approve it. You’ll see their answer here.</QuietText>
      )}
      {data?.proposals.map((proposal) => (
        <ProposalLines key={proposal.id} proposal={proposal} />
      ))}
      {data && data.differences.length > 0 && (
        <>
          <Text mt="sm" fw={600}>
            Changed since
          </Text>
          {data.differences.map(({ label, from, to }) => (
            <Text key={label}>
              {label}: {from !== null && <s>{from}</s>} {to ?? 'removed'}
            </Text>
          ))}
        </>
      )}
      {mayEdit && data && (
        <Group gap="xs" mt="md">
          <ReasonButton
            variant="default"
            reason={data.reason}
            onClick={() => setDialog(<SendDialog order={order} last={last} onClose={close} />)}
          >
            {data.proposals.length > 0 ? 'Send again' : 'Send to customer'}
          </ReasonButton>
          {expiresOn && (
            <Button
              variant="subtle"
              px="xs"
              onClick={() =>
                setDialog(
                  <FollowUpDialog
                    name={order.customerName}
                    about={{ customerId: order.customerId }}
                    text={`Ask about the quote for order #${order.orderNumber}, good until ${formatShortDate(expiresOn)}`}
                    dueOn={addDays(expiresOn, -1)}
                    onClose={close}
                  />,
                )
              }
            >
              Follow up
            </Button>
          )}
          <Button
            variant="subtle"
            px="xs"
            component="a"
            href={paths.orderPreview(order.id)}
            target="_blank"
            rel="noopener"
          >
            Preview
          </Button>
        </Group>
      )}
      {dialog}
    </OrderSection>
  )
}

function ProposalLines({
  proposal: { number, state, createdAt, seenAt, expiresOn, userName, answers, waitsFor },
}: {
  proposal: Proposal
}) {
  const formatTime = useEmailTime()
  const [words, tone] = agreementWords[state]
  const sent = [formatTime(createdAt), userName, expiresOn && `until ${formatShortDate(expiresOn)}`]
  return (
    <Box mb="sm">
      <Group gap="xs">
        Proposal {number} <Tag tone={tone}>{words}</Tag>
      </Group>
      <Soft>Sent {sent.filter(Boolean).join(' · ')}</Soft>
      {seenAt && <Soft>Opened {formatTime(seenAt)}</Soft>}
      {answers.map(({ kind, name, wish, drawing, createdAt }) => (
        <Text key={createdAt} component="div" style={{ whiteSpace: 'pre-line' }}>
          {agreementWords[kind][0]} {formatTime(createdAt)}
          {name && ` by ${name}`}
          {wish && `: ${wish}`}
          {drawing && <Signature path={drawing} name={name} />}
        </Text>
      ))}
      {['sent', 'seen'].includes(state) && waitsFor.length > 0 && (
        <Soft>Waits for {waitsFor.join(', ')}</Soft>
      )}
    </Box>
  )
}

/** What a customer drew to approve. */
const Signature = ({ path, name }: { path: string; name: string }) => (
  <svg viewBox="0 0 300 100" width={180} height={60} role="img" aria-label={`Signature of ${name}`}>
    <path d={path} fill="none" stroke="currentColor" strokeWidth={2} strokeLinecap="round" />
  </svg>
)
