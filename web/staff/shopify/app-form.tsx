import { TextInput } from '@mantine/core'
import { Fields } from '../ui/fields.tsx'
import { FieldRow } from '../ui/form-section.tsx'
import { AddressField, ConnectForm, SecretField, type WayFormProps } from './connect-form.tsx'

/** The store's address with the client ID and secret of the company's own app. */
export function AppForm({ address, ...form }: WayFormProps) {
  return (
    <ConnectForm initial={{ kind: 'app', address, clientId: '', clientSecret: '' }} {...form}>
      {(bind) => (
        <Fields>
          <AddressField {...bind('address')} />
          <FieldRow>
            <TextInput
              label="Client ID"
              description="In your app's settings in Shopify"
              autoComplete="off"
              spellCheck={false}
              {...bind('clientId')}
            />
            <SecretField label="Client secret" {...bind('clientSecret')} />
          </FieldRow>
        </Fields>
      )}
    </ConnectForm>
  )
}
