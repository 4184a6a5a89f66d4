import { Checkbox, ColorInput, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { accentIn, type ThemeName, themeColors } from '@trunkshow/contract/company/rules.ts'
import { type Company, companyPageInput, embeddingInput } from '@trunkshow/contract/company/schema.ts'
import { companyImages } from '@trunkshow/contract/images.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { useState } from 'react'
import { z } from 'zod'
import { api, call } from '../api/client.ts'
import { sessionQuery } from '../session/session-query.ts'
import { ShareLink } from '../ui/dialog/share-link.tsx'
import { ImageField } from '../ui/files/image-field.tsx'
import type { PictureSource } from '../ui/files/picture.tsx'
import { SettingsForm, SettingsPart, SettingsSection } from '../ui/form/settings-form.tsx'
import { OutsideLink } from '../ui/page/page-header.tsx'
import { tiles } from '../ui/page/tiles.ts'
import { QuietButton } from '../ui/page/words.tsx'
import { companyQuery } from './queries.ts'

/** The company's page, and how guests see the company (docs/product.md, The company page). */
export function PublicPage() {
  return (
    <SettingsSection
      title="Public page"
      hint="A page of all your public events, and how guests see your company on pages and in emails."
      {...companySection}
      noun="public page"
    >
      {(company) => <PageOf company={company ?? noCompany} />}
    </SettingsSection>
  )
}

/** Shown only with Company Information, which says so if the company can't be loaded. */
const companySection = {
  query: companyQuery(),
  failed: 'Couldn’t load your company',
  blank: null,
  usesCache: true,
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
        <QuietButton onClick={() => setSharing(true)}>Link and QR code</QuietButton>
        <OutsideLink href={path}>View public page</OutsideLink>
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

type PageValues = ReturnType<typeof valuesOf>

function PublicPageForm({ company }: { company: Company }) {
  const save = ({ logo, ...values }: PageValues) =>
    call(api.company.savePage, {
      body: { ...values, ...(company.logoUrl !== null && logo === null && { removeLogo: true }) },
      files: logo instanceof File ? { logo } : {},
    })
  return (
    <SettingsForm
      schema={companyPageInput}
      query={companyQuery()}
      stored={company}
      valuesOf={valuesOf}
      call={save}
      done="Public page saved"
      failedTo="update public page"
      onDone={(_saved, client) => void client.invalidateQueries(sessionQuery())} // the frame shows its logo
      submitLabel="Save public page"
    >
      {({ getInputProps, values }) => (
        <>
          <TextInput
            label="Custom URL"
            description="The last part of your page’s address"
            required
            autoCapitalize="none"
            spellCheck={false}
            {...getInputProps('urlSlug')}
          />
          <ImageField
            label="Company logo"
            kind="logo"
            description={`Up to ${companyImages.logo.megabytes} MB. Events without a logo show it too.`}
            {...getInputProps('logo')}
          />
          <ColorInput
            label="Accent color"
            description="For links and buttons. Leave blank to use the default."
            placeholder="#7a4a2b"
            fixOnBlur={false}
            withEyeDropper={false}
            {...getInputProps('accentColor')}
          />
          <ColorPreview color={values.accentColor} />
          <Checkbox
            label="Show address to guests"
            description={
              company.companyAddress
                ? 'The company’s address, with a link to a map, on pages and in emails.'
                : 'Enter an address under Company Information first.'
            }
            {...getInputProps('showAddress', { type: 'checkbox' })}
          />
        </>
      )}
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
const noCompany = {
  urlSlug: 'maison-vale',
  logoUrl: null,
  accentColor: null,
  showAddress: false,
} as Company

const linesOf = (sites: string) => sites.split(/[\s,]+/).filter(Boolean)
/** One address per line; the path of an error has the number of its line. */
const sitesInput = z.object({
  embedOrigins: z.string().transform(linesOf).pipe(embeddingInput.shape.embedOrigins),
})

/** The sites that may show the company's booking pages (docs/product.md, Embedding). */
export function Embedding() {
  return (
    <SettingsPart
      title="Embedding"
      hint="Let guests book on your own website. Copy the line of HTML under Share on an event, or under Link and QR code above."
      {...companySection}
      noun="allowed sites"
      schema={sitesInput}
      valuesOf={sitesOf}
      call={({ embedOrigins }: ReturnType<typeof sitesOf>) =>
        call(api.company.saveEmbedding, { body: { embedOrigins: linesOf(embedOrigins) } })
      }
      done="Sites saved"
      failedTo="update sites"
      submitLabel="Save sites"
    >
      {({ getInputProps, errors }) => (
        <Textarea
          label="Allowed sites"
          description="One address per line. No other site can show your booking pages."
          placeholder="https://www.your-shop.com"
          rows={3}
          resize="vertical"
          autoCapitalize="none"
          spellCheck={false}
          {...getInputProps('embedOrigins')}
          error={Object.values(errors)[0]}
        />
      )}
    </SettingsPart>
  )
}

const sitesOf = (company: Company | null) => ({ embedOrigins: company?.embedOrigins.join('\n') ?? '' })
