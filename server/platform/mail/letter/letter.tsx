import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Hr } from '@react-email/hr'
import { Html } from '@react-email/html'
import { Preview } from '@react-email/preview'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { accentIn, type Brand, type ThemeName, themeColors } from '@trunkshow/contract/company/rules.ts'
import { mapLink, paths } from '@trunkshow/contract/paths.ts'
import { createContext, Fragment, type ReactNode, useContext } from 'react'
import { type LetterLogo, logoBox } from './letter-logo.ts'

/** The values of web/theme/tokens.css: email programs do not support custom properties. */
const colors = {
  light: { ...themeColors.light, ink: '#1f1b16', soft: '#645c50', line: '#e4dccd', accent: '#7a4a2b' },
  dark: { ...themeColors.dark, ink: '#f3ece1', soft: '#b5a996', line: '#383127', accent: '#e0a878' },
} as const
const color = colors.light

const accentOf = (theme: ThemeName, brand: Brand | undefined) =>
  brand?.accentColor ? accentIn(theme, brand.accentColor).accent : colors[theme].accent

/**
 * The dark theme over the styles of the elements. Programs that don't read it show the light one, or turn its colors
 * themselves. A logo is drawn for paper, so it keeps a white ground.
 */
function darkStyle(accent: string) {
  const { paper, sheet, ink, soft, line, accentInk } = colors.dark
  const rules = {
    '.paper': `background:${paper}`,
    '.paper td': `background:transparent;color:${ink}`,
    '.sheet': `background:${sheet};border-color:${line}`,
    '.soft': `color:${soft}`,
    '.paper a': `color:${accent}`,
    '.paper .button': `background:${accent};color:${accentInk}`,
    '.logo': 'padding:8px 10px;background:white;border-radius:6px',
    hr: `border-color:${line}`,
  }
  const important = Object.entries(rules).map(
    ([selector, style]) => `${selector}{${style.replaceAll(/;|$/g, '!important;')}}`,
  )
  return `@media (prefers-color-scheme:dark){${important.join('')}}`
}

/**
 * Where programs show no pictures, a logo's text is as wide as it needs to be. Outlook reads no `@media`, and keeps the
 * logo's dimensions.
 */
const altStyle = '@media screen{.logo{width:auto;height:auto;aspect-ratio:auto}}'

/** A label with its colon; a question ends with its own mark. */
export const asLabel = (label: string) => (/[?!.:]$/.test(label) ? label : `${label}:`)
const text = {
  fontFamily: '"Hanken Grotesk", "Segoe UI", Roboto, Helvetica, sans-serif',
  fontSize: 16,
  lineHeight: '24px',
}
const serif = '"Instrument Serif", "Iowan Old Style", Georgia, serif'

interface LetterLink {
  label: string
  href: string
}

/** The label and the value of one line. */
export type Fact = [label: string, value: string | LetterLink]

interface LetterProps {
  /** The text that email programs show next to the subject. */
  preview: string
  heading: string
  children?: ReactNode
  /** Label and value of each line of the appointment. */
  facts: Fact[]
  /** Lists, each under a title that links to its page. */
  groups?: { title: string; href?: string; lines: string[] }[]
  action?: LetterLink
  /** Other links, below the action. */
  links?: LetterLink[]
  note?: string
  /** For emails that the recipient can do without, at the end. */
  unsubscribe?: LetterLink
}

/** The looks of the company whose email it is, if it has set any, and the base of the URLs of its page and logo. */
interface LetterBranding {
  brand: Brand | undefined
  logo?: LetterLogo | undefined
  publicUrl: string
}

export const LetterBrand = createContext<LetterBranding>({ brand: undefined, publicUrl: '' })

/** The line of a place, which opens on a map; none without a place. */
export const placeFacts = (location: string | null): Fact[] =>
  location ? [['Location', { label: location, href: mapLink(location) }]] : []

/** Renders the layout of every email: a heading, a few sentences, the facts, and one action. */
export function Letter({
  preview,
  heading,
  children,
  facts,
  groups = [],
  action,
  links = [],
  note,
  unsubscribe,
}: LetterProps) {
  const { brand, logo, publicUrl } = useContext(LetterBrand)
  const accent = accentOf('light', brand)
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <style>{altStyle + darkStyle(accentOf('dark', brand))}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body
        className="paper"
        style={{ ...text, margin: 0, padding: '32px 16px', background: color.paper, color: color.ink }}
      >
        <Container
          className="sheet"
          style={{
            maxWidth: 520,
            padding: 32,
            wordBreak: 'break-word',
            background: color.sheet,
            border: `1px solid ${color.line}`,
            borderRadius: 10,
          }}
        >
          {brand && logo && (
            <img
              src={publicUrl + logo.url}
              alt={brand.name}
              // Outlook shows a picture in its own pixels otherwise.
              width={logo.width}
              height={logo.height}
              className="logo"
              // The font is that of its text, where programs show no pictures.
              style={{
                display: 'block',
                maxWidth: logoBox.width,
                maxHeight: logoBox.height,
                margin: '0 0 24px',
                color: color.ink,
                font: `400 22px/24px ${serif}`,
              }}
            />
          )}
          <Heading style={{ margin: '0 0 16px', font: `400 30px/36px ${serif}` }}>{heading}</Heading>
          <Text style={{ ...text, margin: '0 0 24px' }}>{children}</Text>
          <Section>
            {facts.map(([label, value], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once
              <Text key={index} style={{ ...text, margin: '0 0 8px' }}>
                <span className="soft" style={{ color: color.soft }}>
                  {asLabel(label)}{' '}
                </span>
                <strong style={{ whiteSpace: 'pre-line' }}>
                  {typeof value === 'string' ? (
                    value
                  ) : (
                    <a href={value.href} style={{ color: accent }}>
                      {value.label}
                    </a>
                  )}
                </strong>
              </Text>
            ))}
          </Section>
          {groups.map(({ title, href, lines }) => (
            <Section key={href ?? title} style={{ padding: '0 0 16px' }}>
              <Text style={{ ...text, margin: '0 0 8px', fontWeight: 600 }}>
                {href ? (
                  <a href={href} style={{ color: accent }}>
                    {title}
                  </a>
                ) : (
                  title
                )}
              </Text>
              {lines.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once
                <Text key={index} style={{ ...text, margin: '0 0 4px' }}>
                  {line}
                </Text>
              ))}
            </Section>
          ))}
          {action && (
            <Section style={{ padding: '16px 0 0' }}>
              <Button
                href={action.href}
                className="button"
                style={{
                  padding: '12px 20px',
                  background: accent,
                  color: color.accentInk,
                  borderRadius: 6,
                  fontWeight: 600,
                }}
              >
                {action.label}
              </Button>
            </Section>
          )}
          {links.length > 0 && (
            <Text style={{ ...text, margin: '16px 0 0' }}>
              {links.map(({ label, href }, index) => (
                <Fragment key={href}>
                  {index > 0 && ' · '}
                  <a href={href} style={{ color: accent }}>
                    {label}
                  </a>
                </Fragment>
              ))}
            </Text>
          )}
          {brand && <Sender brand={brand} publicUrl={publicUrl} accent={accent} />}
          {(note || unsubscribe) && (
            <>
              <Hr style={{ margin: '24px 0 16px', border: 0, borderTop: `1px solid ${color.line}` }} />
              <Text className="soft" style={{ ...text, margin: 0, fontSize: 14, color: color.soft }}>
                {note}{' '}
                {unsubscribe && (
                  <a href={unsubscribe.href} style={{ color: accent }}>
                    {unsubscribe.label}
                  </a>
                )}
              </Text>
            </>
          )}
        </Container>
      </Body>
    </Html>
  )
}

/** The company at the end of its emails: its name, which links to its page, and its address with a map. */
function Sender({ brand, publicUrl, accent }: { brand: Brand; publicUrl: string; accent: string }) {
  const lines = brand.address.split('\n').filter((line) => line.trim())
  const small = { ...text, margin: 0, fontSize: 14 }
  return (
    <Section style={{ padding: '24px 0 0' }}>
      <Text style={{ ...small, fontWeight: 600 }}>
        {brand.urlSlug ? (
          <a href={publicUrl + paths.company(brand.urlSlug)} style={{ color: accent }}>
            {brand.name}
          </a>
        ) : (
          brand.name
        )}
      </Text>
      {lines.map((line) => (
        <Text key={line} className="soft" style={{ ...small, color: color.soft }}>
          {line}
        </Text>
      ))}
      {lines.length > 0 && (
        <Text style={small}>
          <a href={mapLink(lines.join(', '))} style={{ color: accent }}>
            Open in a map
          </a>
        </Text>
      )}
    </Section>
  )
}
