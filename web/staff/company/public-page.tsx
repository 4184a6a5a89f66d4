import { Button, Checkbox, ColorInput, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { api } from '@trunkshow/contract/api.ts'
import { accentIn, type ThemeName, themeColors } from '@trunkshow/contract/company/rules.ts'
import { type Company, companyPageInput, embeddingInput } from '@trunkshow/contract/company/schema.ts'
import { companyImages } from '@trunkshow/contract/images.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '../api/client.ts'
import { ShareLink } from '../ui/dialog/share-link.tsx'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { ImageField } from '../ui/files/image-field.tsx'
import type { PictureSource } from '../ui/files/picture.tsx'
import { FormSection } from '../ui/form/form-section.tsx'
import { FormSkeleton } from '../ui/form/form-skeleton.tsx'
import { SettingsForm } from '../ui/form/settings-form.tsx'
import { useSchemaForm } from '../ui/form/use-schema-form.ts'
import { OutsideLink } from '../ui/page/outside-link.tsx'
import { tiles } from '../ui/page/tiles.ts'
import { companyQuery } from './queries.ts'

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
  const save = useReportedCall({
    call: ({ logo, ...body }: z.input<typeof companyPageInput> & { logo?: File }) =>
      call(api.company.savePage, { body, files: { logo } }),
    done: 'Public page saved',
    failedTo: 'update public page',
    keepsForm: true,
    onDone: (saved, client) => client.setQueryData(companyQuery().queryKey, saved),
  })
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
    <div style={tiles(200, 'var(--g3)', true)}>
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
    <Stack
      component="figure"
      gap="sm"
      align="start"
      p="md"
      bd="1px solid var(--line)"
      bdrs="md"
      bg={sheet}
      c={accent}
    >
      <Text span px="md" py="xs" bdrs="sm" fw={600} style={{ background: accent, color: accentInk }}>
        Book Appointment
      </Text>
      <figcaption>
        {names[theme]}
        {accent !== color && `. ${changed} so that it can be read.`}
      </figcaption>
    </Stack>
  )
}

/** A company without details, for placeholders as high as its forms. */
const noCompany: Company = {
  id: 0,
  companyName: '',
  companyAddress: '',
  companyEmail: '',
  companyPhone: '',
  selectedStates: [],
  shopifyStoreUrl: null,
  shopifyIntegrationEnabled: false,
  urlSlug: 'maison-vale',
  logoUrl: null,
  accentColor: null,
  showAddress: false,
  embedOrigins: [],
  userId: 0,
  createdAt: '',
  updatedAt: '',
}

const linesOf = (sites: string) => sites.split(/[\s,]+/).filter(Boolean)
/** One address per line; the path of an error has the number of its line. */
const sitesInput = z.object({
  embedOrigins: z.string().transform(linesOf).pipe(embeddingInput.shape.embedOrigins),
})

/**
 * The sites that may show the company's booking pages (docs/product.md, Embedding).
 *
 * @param company undefined while it loads
 */
export function Embedding({ company }: { company: Company | undefined }) {
  return (
    <FormSection
      title="Embedding"
      hint="Let guests book on your own website. Copy the line of HTML under Share on an event, or under Link and QR code above."
    >
      {company ? (
        <SitesForm company={company} />
      ) : (
        <FormSkeleton label="Loading allowed sites">
          <SitesForm company={noCompany} />
        </FormSkeleton>
      )}
    </FormSection>
  )
}

function SitesForm({ company }: { company: Company }) {
  const save = useReportedCall({
    call: (body: z.input<typeof embeddingInput>) => call(api.company.saveEmbedding, { body }),
    done: 'Sites saved',
    failedTo: 'update sites',
    keepsForm: true,
    onDone: (saved, client) => client.setQueryData(companyQuery().queryKey, saved),
  })
  const form = useSchemaForm(sitesInput, sitesOf(company), save.error)
  return (
    <SettingsForm
      form={form}
      save={save}
      inputOf={({ embedOrigins }) => ({ embedOrigins: linesOf(embedOrigins) })}
      valuesOf={sitesOf}
      submitLabel="Save sites"
    >
      <Textarea
        label="Allowed sites"
        description="One address per line. No other site can show your booking pages."
        placeholder="https://www.your-shop.com"
        rows={3}
        resize="vertical"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('embedOrigins')}
        error={Object.values(form.errors)[0]}
      />
    </SettingsForm>
  )
}

const sitesOf = ({ embedOrigins }: Company) => ({ embedOrigins: embedOrigins.join('\n') })
