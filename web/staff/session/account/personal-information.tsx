import { Button, Checkbox, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { type Profile, type ProfileInput, profileInput } from '@trunkshow/contract/session/schema.ts'
import { sentenceOf } from '../../api/call-error.ts'
import { call } from '../../api/client.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { FieldRow, FormSection } from '../../ui/form/form-section.tsx'
import { FormSkeleton } from '../../ui/form/form-skeleton.tsx'
import { SettingsForm } from '../../ui/form/settings-form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { EmailDialog } from './email-dialog.tsx'
import { cacheProfile, mailStateQuery, profileQuery } from './queries.ts'

/** The logged-in user's details. The form starts from fresh server data. */
export function PersonalInformation() {
  const profile = useQuery({ ...profileQuery(), refetchOnMount: 'always' })
  return (
    <FormSection title="Personal Information" hint="How your team sees and reaches you.">
      {profile.data && profile.isFetchedAfterMount ? (
        <ProfileForm profile={profile.data} />
      ) : profile.isError ? (
        <LoadFailure title="Couldn’t load your profile" onRetry={profile.refetch}>
          {sentenceOf(profile.error)}
        </LoadFailure>
      ) : (
        <FormSkeleton label="Loading profile">
          <ProfileForm profile={{ name: '', phone: '', email: '', username: '' }} />
        </FormSkeleton>
      )}
    </FormSection>
  )
}

const valuesOf = ({ name, phone, opensHome = false }: ProfileFormProps['profile']) => ({
  name,
  phone,
  opensHome,
})

interface ProfileFormProps {
  profile: Pick<Profile, 'name' | 'phone' | 'email' | 'username' | 'opensHome'>
}

function ProfileForm({ profile }: ProfileFormProps) {
  const save = useReportedCall({
    call: (body: ProfileInput) => call(api.session.saveProfile, { body }),
    done: 'Profile updated',
    failedTo: 'update profile',
    keepsForm: true,
    onDone: cacheProfile,
  })
  const mail = useQuery(mailStateQuery())
  const [changingEmail, changeEmail] = useDisclosure()
  const form = useSchemaForm(profileInput, valuesOf(profile), save.error)
  return (
    <SettingsForm
      form={form}
      save={save}
      inputOf={(values) => values}
      valuesOf={valuesOf}
      submitLabel="Save profile"
      secondary={
        <Button variant="default" onClick={changeEmail.open}>
          {profile.email ? 'Change email' : 'Add email'}
        </Button>
      }
    >
      <FieldRow>
        <TextInput label="Name" required autoComplete="name" {...form.getInputProps('name')} />
        <TextInput label="Phone" type="tel" autoComplete="tel" {...form.getInputProps('phone')} />
      </FieldRow>
      <FieldRow>
        <TextInput
          label="Email"
          description={
            mail.data?.confirmed && mail.data.asked
              ? `You’ll log in with this until you open the link we sent to ${mail.data.asked}.`
              : 'You log in with this.'
          }
          readOnly
          variant="filled"
          value={profile.email}
        />
        <TextInput
          label="Username"
          description="You can also log in with this."
          readOnly
          variant="filled"
          value={profile.username}
        />
      </FieldRow>
      <Checkbox
        label="Start with Home after I log in"
        description="If off, you start with your events."
        {...form.getInputProps('opensHome', { type: 'checkbox' })}
      />
      {changingEmail && <EmailDialog email={profile.email} onClose={changeEmail.close} />}
    </SettingsForm>
  )
}
