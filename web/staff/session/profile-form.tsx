import { TextInput } from '@mantine/core'
import { type Profile, profileInput } from '@trunkshow/contract/session/schema.ts'
import { Fields } from '../ui/fields.tsx'
import { FieldRow } from '../ui/form-section.tsx'
import { FormShell } from '../ui/form-shell.tsx'
import { LeaveGuard } from '../ui/leave-guard.tsx'
import { focusFirstError, useSchemaForm } from '../ui/use-schema-form.ts'
import { useSaveProfile } from './profile-queries.ts'

const valuesOf = ({ name, phone }: ProfileFormProps['profile']) => ({ name, phone })

interface ProfileFormProps {
  profile: Pick<Profile, 'name' | 'phone' | 'email' | 'username'>
}

export function ProfileForm({ profile }: ProfileFormProps) {
  const save = useSaveProfile()
  const form = useSchemaForm(profileInput, valuesOf(profile), save.error)
  const send = form.onSubmit((values) => {
    save.mutate(values, {
      onSuccess: (saved) => {
        form.setValues(valuesOf(saved))
        form.resetDirty(valuesOf(saved))
      },
    })
  }, focusFirstError)
  return (
    <FormShell
      onSubmit={send}
      loading={save.isPending}
      error={save.error}
      submitLabel="Save profile"
      pendingLabel="Saving..."
    >
      <Fields>
        <FieldRow>
          <TextInput label="Name" required autoComplete="name" {...form.getInputProps('name')} />
          <TextInput label="Phone" type="tel" autoComplete="tel" {...form.getInputProps('phone')} />
        </FieldRow>
        <FieldRow>
          <TextInput
            label="Email"
            description="You sign in with it. It cannot be changed here."
            readOnly
            variant="filled"
            value={profile.email}
          />
          <TextInput
            label="Username"
            description="You can sign in with it too."
            readOnly
            variant="filled"
            value={profile.username}
          />
        </FieldRow>
      </Fields>
      <LeaveGuard isDirty={() => form.isDirty()} />
    </FormShell>
  )
}
