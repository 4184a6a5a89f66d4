import { FieldRow } from '../ui/form-section.tsx'
import { AddressField, ConnectForm, SecretField, type WayFormProps } from './connect-form.tsx'

/** The store's address with the access token of an app from before. */
export function TokenForm({ address, ...form }: WayFormProps) {
  return (
    <ConnectForm initial={{ kind: 'token', address, accessToken: '' }} {...form}>
      {(bind) => (
        <FieldRow>
          <AddressField description="Ends in .myshopify.com" {...bind('address')} />
          <SecretField label="Access token" {...bind('accessToken')} />
        </FieldRow>
      )}
    </ConnectForm>
  )
}
