import { Button } from '@mantine/core'
import { useState } from 'react'
import { ChoiceField } from '../ui/choice-field.tsx'
import { AppForm } from './app-form.tsx'
import { useConnectPractice } from './queries.ts'
import styles from './store.module.css'
import { TokenForm } from './token-form.tsx'

const ways = [
  { value: 'app', label: 'Client ID and secret' },
  { value: 'token', label: 'Access token' },
]

interface ConnectStoreProps {
  /** The store that is connected now, where another way to it is entered. */
  address?: string
  onCancel?: () => void
}

/** The ways to a store: an app of the company's own, a token of old, or a store of this server's own to try it with. */
export function ConnectStore({ address = '', onCancel }: ConnectStoreProps) {
  const [way, setWay] = useState('app')
  const practice = useConnectPractice()
  const cancel = onCancel && (
    <Button variant="default" onClick={onCancel}>
      Cancel
    </Button>
  )
  const Form = way === 'app' ? AppForm : TokenForm
  return (
    <>
      <ChoiceField
        label="How do you connect?"
        description="New Shopify apps use a client ID and secret. Older ones use a token that starts with shpat_."
        choices={ways}
        value={way}
        onChange={setWay}
      />
      {onCancel && (
        <p className={styles.result}>
          Connecting a different store unlinks your products, orders, and codes.
        </p>
      )}
      <Form address={address} secondary={cancel} onDone={onCancel} />
      {!onCancel && (
        <div className={styles.practice}>
          <p>
            Don't have a store yet? The practice store behaves like Shopify. Safe to try: nothing reaches a
            real store.
          </p>
          <Button variant="default" disabled={practice.isPending} onClick={() => practice.mutate(undefined)}>
            {practice.isPending ? 'Connecting...' : 'Try it without a store'}
          </Button>
        </div>
      )}
    </>
  )
}
