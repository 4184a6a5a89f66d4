import type { UseFormReturnType } from '@mantine/form'
import { eventImages } from '@trunkshow/contract/images.ts'
import { FormSection } from '../ui/form-section.tsx'
import { ImageField } from '../ui/image-field.tsx'
import type { EventFormValues } from './event-form-values.ts'

export function ImageFields({ form }: { form: UseFormReturnType<EventFormValues> }) {
  return (
    <FormSection
      title="Pictures"
      hint="Both are optional. Without a logo, the host's initials stand in its place."
    >
      <ImageField
        label="Banner"
        kind="banner"
        description={`A wide picture above the show's name, up to ${eventImages.banner.megabytes} MB`}
        {...form.getInputProps('banner')}
      />
      <ImageField
        label="Logo"
        kind="logo"
        description={`Shown in a circle, up to ${eventImages.logo.megabytes} MB`}
        {...form.getInputProps('logo')}
      />
    </FormSection>
  )
}
