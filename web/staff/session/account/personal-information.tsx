import { TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type Profile, type ProfileInput, profileInput } from '@trunkshow/contract/session/schema.ts'
import { api, call } from '../../api/client.ts'
import { FieldRow } from '../../ui/form/form-shell.tsx'
import { SettingsForm, SettingsSection } from '../../ui/form/settings-form.tsx'
import { QuietButton } from '../../ui/page/words.tsx'
import { cacheProfile, mailStateQuery, profileQuery } from '../session-query.ts'
import { EmailDialog } from './email-dialog.tsx'

export function PersonalInformation() {
  return (
    <SettingsSection
      title="Personal Information"
      hint="How your team sees and reaches you."
      query={profileQuery()}
      failed="Couldn’t load your profile"
      noun="profile"
      blank={{ name: '', phone: '', email: '', username: '' } as Profile}
    >
      {(profile) => <ProfileForm profile={profile} />}
    </SettingsSection>
  )
}

const valuesOf = ({ name, phone }: Profile) => ({
  name,
  phone,
})

function ProfileForm({ profile }: { profile: Profile }) {
  const mail = useQuery(mailStateQuery())
  const [changingEmail, changeEmail] = useDisclosure()
  return (
    <SettingsForm
      schema={profileInput}
      query={profileQuery()}
      stored={profile}
      valuesOf={valuesOf}
      call={(body: ProfileInput) => call(api.session.saveProfile, { body })}
      done="Profile updated"
      failedTo="update profile"
      onDone={cacheProfile}
      submitLabel="Save profile"
      secondary={
        <QuietButton onClick={changeEmail.open}>{profile.email ? 'Change email' : 'Add email'}</QuietButton>
      }
    >
      {({ getInputProps }) => (
        <>
          <FieldRow>
            <TextInput label="Name" required autoComplete="name" {...getInputProps('name')} />
            <TextInput label="Phone" type="tel" autoComplete="tel" {...getInputProps('phone')} />
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
          {changingEmail && <EmailDialog email={profile.email} onClose={changeEmail.close} />}
        </>
      )}
    </SettingsForm>
  )
}
