import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../api/call-error.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { FormSkeleton } from '../../ui/form/form-skeleton.tsx'
import { ProfileForm } from './profile-form.tsx'
import { profileQuery } from './profile-queries.ts'

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
