import { Button, Checkbox, ColorInput, Group, Text, TextInput } from '@mantine/core'
import { accentIn, type ThemeName, themeColors } from '@trunkshow/contract/company/rules.ts'
import { type Company, companyPageInput } from '@trunkshow/contract/company/schema.ts'
import { companyImages } from '@trunkshow/contract/images.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { useState } from 'react'
import { ShareLink } from '../ui/dialog/share-link.tsx'
import { ImageField } from '../ui/files/image-field.tsx'
import type { PictureSource } from '../ui/files/picture.tsx'
import { FormSection } from '../ui/form/form-section.tsx'
import { FormSkeleton } from '../ui/form/form-skeleton.tsx'
import { SettingsForm } from '../ui/form/settings-form.tsx'
import { useSchemaForm } from '../ui/form/use-schema-form.ts'
import { OutsideLink } from '../ui/page/outside-link.tsx'
import { noCompany } from './no-company.ts'
import styles from './public-page.module.css'
import { useSaveCompanyPage } from './queries.ts'

/**
 * The company's page, and how guests see the company (docs/product.md, The company page).
 *
 * @param company undefined while it loads
 */
export function PublicPage({ company }: { company: Company | undefined }) {
  return (
    <FormSection
      title="Public page"
      hint="A page of all your public events, and how guests see your company on pages and in emails."
    >
      {company ? (
        <PageOf company={company} />
      ) : (
        <FormSkeleton label="Loading public page">
          <PageOf company={noCompany} />
        </FormSkeleton>
      )}
    </FormSection>
  )
}

function PageOf({ company }: { company: Company }) {
  const [sharing, setSharing] = useState(false)
  const path = paths.company(company.urlSlug)
  return (
    <div>
      <Group gap="sm" mb="md">
        <Text fw={600} flex="1 1 100%">
          {new URL(path, location.origin).href}
        </Text>
        <Button variant="default" onClick={() => setSharing(true)}>
          Link and QR code
        </Button>
        <OutsideLink href={path} variant="default">
          View public page
        </OutsideLink>
      </Group>
      <PublicPageForm company={company} />
      {sharing && (
        <ShareLink
          path={path}
          fileName={company.urlSlug}
          embed={`data-shows="${company.urlSlug}"`}
          text="This page always lists the events that guests can book now. Earlier links keep working."
          onClose={() => setSharing(false)}
        />
      )}
    </div>
  )
}

function PublicPageForm({ company }: { company: Company }) {
  const save = useSaveCompanyPage()
  const form = useSchemaForm(companyPageInput, valuesOf(company), save.error)
  return (
    <SettingsForm
      form={form}
      save={save}
      inputOf={({ logo, ...values }) => ({
        ...values,
        ...(logo instanceof File && { logo }),
        ...(company.logoUrl !== null && logo === null && { removeLogo: true }),
      })}
      valuesOf={valuesOf}
      submitLabel="Save public page"
    >
      <TextInput
        label="Custom URL"
        description="The last part of your page’s address"
        required
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('urlSlug')}
      />
      <ImageField
        label="Company logo"
        kind="logo"
        description={`Up to ${companyImages.logo.megabytes} MB. Events without a logo show it too.`}
        {...form.getInputProps('logo')}
      />
      <ColorInput
        label="Accent color"
        description="For links and buttons. Leave blank to use the default."
        placeholder="#7a4a2b"
        fixOnBlur={false}
        withEyeDropper={false}
        {...form.getInputProps('accentColor')}
      />
      <ColorPreview color={form.values.accentColor} />
      <Checkbox
        label="Show address to guests"
        description={
          company.companyAddress
            ? 'The company’s address, with a link to a map, on pages and in emails.'
            : 'Enter an address under Company Information first.'
        }
        {...form.getInputProps('showAddress', { type: 'checkbox' })}
      />
    </SettingsForm>
  )
}

const valuesOf = (company: Company) => ({
  urlSlug: company.urlSlug,
  logo: company.logoUrl as PictureSource,
  accentColor: company.accentColor ?? '',
  showAddress: company.showAddress,
})

const names = { light: 'Light theme', dark: 'Dark theme' }

/** How guests see a color in both themes, and whether it had to be changed to be readable. */
function ColorPreview({ color }: { color: string }) {
  const chosen = color.trim().toLowerCase()
  if (!/^#[0-9a-f]{6}$/.test(chosen)) return null
  return (
    <div className={styles.previews}>
      {(['light', 'dark'] as const).map((theme) => (
        <Preview key={theme} theme={theme} color={chosen} />
      ))}
    </div>
  )
}

function Preview({ theme, color }: { theme: ThemeName; color: string }) {
  const { accent } = accentIn(theme, color)
  const { sheet, accentInk } = themeColors[theme]
  const changed = theme === 'light' ? 'Darkened' : 'Lightened'
  return (
    <figure className={styles.preview} style={{ background: sheet, color: accent }}>
      <Text span px="md" py="xs" bdrs="sm" fw={600} style={{ background: accent, color: accentInk }}>
        Book Appointment
      </Text>
      <figcaption>
        {names[theme]}
        {accent !== color && `. ${changed} so that it can be read.`}
      </figcaption>
    </figure>
  )
}
