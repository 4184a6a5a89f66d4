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
        description="Stores of today have an app with a client ID and a secret; older apps have a token that begins with shpat_"
        choices={ways}
        value={way}
        onChange={setWay}
      />
      {onCancel && (
        <p className={styles.result}>
          Another address is another store: products, orders and discount codes lose their links to this one
          until it is connected again and they are pushed or synced.
        </p>
      )}
      <Form address={address} secondary={cancel} onDone={onCancel} />
      {!onCancel && (
        <div className={styles.practice}>
          <p>
            No store at hand? The practice store behaves like Shopify, keeps what you do in it, and tells
            nobody else.
          </p>
          <Button variant="default" disabled={practice.isPending} onClick={() => practice.mutate(undefined)}>
            {practice.isPending ? 'Connecting...' : 'Try it without a store'}
          </Button>
        </div>
      )}
    </>
  )
}
