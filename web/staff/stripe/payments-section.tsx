import { Anchor, Button, Flex, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { stripeMessages } from '@trunkshow/contract/stripe/messages.ts'
import { neededPermissions } from '@trunkshow/contract/stripe/rules.ts'
import {
  type ConnectInput,
  connectInput,
  paymentSettings,
  type StripeAccountView,
} from '@trunkshow/contract/stripe/schema.ts'
import { useState } from 'react'
import { api, call } from '../api/client.ts'
import { ConfirmCall } from '../ui/dialog/dialog.tsx'
import { Loaded } from '../ui/feedback/notice.tsx'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { CopyField, PriceField } from '../ui/form/fields.tsx'
import { useCallForm } from '../ui/form/form-dialog.tsx'
import { FormSection, FormShell } from '../ui/form/form-shell.tsx'
import { SettingsForm, showsConnection } from '../ui/form/settings-form.tsx'
import { QuietButton, QuietText, Tag } from '../ui/page/words.tsx'
import { stripeQuery } from './queries.ts'

/** The company's Stripe account, through which customers pay orders online. */
export function PaymentsSection() {
  const account = useQuery(stripeQuery())
  return (
    <FormSection
      title="Payments"
      hint="Take deposits and balances online. The money goes straight to your own Stripe account."
    >
      <Loaded
        query={account}
        noun="payments"
        failed="Couldn’t load the connection"
        skeleton={{ height: 180 }}
      >
        {(account) => (account.connected ? <Connected account={account} /> : <Connect account={account} />)}
      </Loaded>
    </FormSection>
  )
}

function Connected({ account }: { account: StripeAccountView }) {
  const [asking, setAsking] = useState<'reconnect' | 'disconnect'>()
  const client = useQueryClient()
  const { queryKey } = stripeQuery()
  const { kind, isLive, keyEnding, mustReconnect, missing, webhookUrl, heardAt } = account
  const isPractice = kind === 'practice'
  const close = () => setAsking(undefined)
  if (asking === 'reconnect') return <Connect account={account} onCancel={close} />
  return (
    <Stack>
      <Flex gap="md" align="start" justify="space-between">
        <div>
          <Text ff="heading" fz="lg" lh={1.2}>
            {isPractice ? 'Practice Stripe' : 'Stripe'}
          </Text>
          <QuietText mt={4}>
            {isPractice ? 'Safe to try: no real money moves.' : `Key ending in ${keyEnding}`}
          </QuietText>
        </div>
        {mustReconnect ? (
          <Tag tone="bad">Reconnect</Tag>
        ) : isPractice || isLive ? (
          <Tag tone="good">On</Tag>
        ) : (
          <Tag tone="warn">Test mode</Tag>
        )}
      </Flex>
      {mustReconnect && <Text c="bad">{stripeMessages.mustReconnect}</Text>}
      {missing.length > 0 && (
        <Text c="bad">
          This key lacks {missing.map((each) => neededPermissions[each]).join(' and ')}.{' '}
          {missing.includes('refunds') && 'Refunds can only be made in Stripe. '}
          {missing.includes('events') && 'Events that get lost aren’t read again. '}
          Give the key that permission in Stripe, then reconnect.
        </Text>
      )}
      {!isPractice && (
        <div>
          <CopyField label="Webhook address" value={webhookUrl} />
          <Text c={heardAt ? 'dimmed' : 'warn'} mt="xs" role="status">
            {heardAt
              ? 'Stripe sends payments here.'
              : 'Stripe hasn’t sent anything yet. Until it does, payments take up to ten minutes to show.'}
          </Text>
        </div>
      )}
      <SettingsForm
        schema={paymentSettings}
        query={stripeQuery()}
        stored={account}
        valuesOf={({ minimum }) => ({ minimum: formatMoney(minimum) })}
        call={(body: { minimum: string }) => call(api.stripe.settings, { body })}
        done="Payments saved"
        failedTo="save payments"
      >
        {({ getInputProps }) => (
          <PriceField
            label="Smallest part payment"
            description="Customers can pay the deposit, the balance, or any amount from this up."
            {...getInputProps('minimum')}
          />
        )}
      </SettingsForm>
      <Group gap="sm">
        <Button variant="subtle" onClick={() => setAsking('reconnect')}>
          {isPractice ? 'Connect a real account' : 'Reconnect'}
        </Button>
        <Button variant="subtle" color="bad" onClick={() => setAsking('disconnect')}>
          Disconnect
        </Button>
      </Group>
      {asking === 'disconnect' && (
        <ConfirmCall
          title={isPractice ? 'Disconnect the practice Stripe?' : 'Disconnect Stripe?'}
          confirmLabel="Disconnect"
          keepLabel="Keep connected"
          call={async () => client.setQueryData(queryKey, await call(api.stripe.disconnect))}
          done="Stripe disconnected"
          failed="Failed to disconnect Stripe"
          onFailed={() => client.invalidateQueries({ queryKey })}
          onClose={close}
        >
          Open payment links stop working, and we delete the saved key. Bank payments that are on their way
          won’t be recorded here.
        </ConfirmCall>
      )}
    </Stack>
  )
}

function Connect({ account, onCancel }: { account: StripeAccountView; onCancel?: () => void }) {
  const { form, shell } = useCallForm({
    schema: connectInput,
    values: { apiKey: '', webhookSecret: '' },
    call: (body: ConnectInput) => call(api.stripe.connect, { body }),
    done: 'Stripe connected',
    failed: 'Failed to connect Stripe',
    ...showsConnection(stripeQuery()),
    onClose: onCancel,
  })
  const practice = useReportedCall({
    call: () => call(api.stripe.practice),
    done: 'Practice Stripe connected',
    failed: 'Failed to connect the practice Stripe',
    ...showsConnection(stripeQuery()),
  })
  const secret = { autoComplete: 'off', description: 'Encrypted and never shown again' } as const
  return (
    <>
      <FormShell
        {...shell}
        submitLabel="Connect Stripe"
        pendingLabel="Checking the key..."
        quiet={!form.isDirty()}
        secondary={onCancel && <QuietButton onClick={onCancel}>Cancel</QuietButton>}
      >
        <Text>
          1. In Stripe,{' '}
          <Anchor
            href="https://dashboard.stripe.com/apikeys/create"
            underline="always"
            target="_blank"
            rel="noreferrer"
          >
            create a restricted key
          </Anchor>{' '}
          with {Object.values(neededPermissions).join(', ')}.
        </Text>
        <PasswordInput
          label="Restricted key"
          placeholder="rk_live_…"
          {...secret}
          {...form.getInputProps('apiKey')}
        />
        <Text>2. Add a webhook with this address, for checkout, refund, and dispute events.</Text>
        <CopyField label="Webhook address" value={account.webhookUrl} />
        <PasswordInput
          label="Signing secret of the webhook"
          placeholder="whsec_…"
          {...secret}
          {...form.getInputProps('webhookSecret')}
        />
      </FormShell>
      {!onCancel && (
        <Group gap="12px 16px" justify="space-between" pt="md" style={{ borderTop: '1px solid var(--line)' }}>
          <QuietText flex="1 1 30ch">
            Don’t have an account yet? The practice Stripe works like the real one. No real money moves.
          </QuietText>
          <QuietButton disabled={practice.isPending} onClick={() => practice.mutate()}>
            {practice.isPending ? 'Connecting...' : 'Try it without an account'}
          </QuietButton>
        </Group>
      )}
    </>
  )
}
