import { accentIn, type Brand, type ThemeName, themeColors } from '@trunkshow/contract/company/rules.ts'
import { eventImages, type LogoTone, previewImageOf } from '@trunkshow/contract/images.ts'
import { mapLink, paths } from '@trunkshow/contract/paths.ts'
import { type ComponentProps, type CSSProperties, createContext, Fragment, useContext } from 'react'
import { type EmailLogo, logoBox } from './email-logo.ts'

/** The values of web/theme/tokens.css: email programs do not support custom properties. */
const colors = {
  light: { ...themeColors.light, ink: '#1f1b16', soft: '#645c50', line: '#e4dccd', accent: '#7a4a2b' },
  dark: { ...themeColors.dark, ink: '#f3ece1', soft: '#b5a996', line: '#383127', accent: '#e0a878' },
} as const
const color = colors.light

const accentOf = (theme: ThemeName, brand: Brand | undefined) =>
  brand?.accentColor ? accentIn(theme, brand.accentColor).accent : colors[theme].accent

/** The dark theme over the styles of the elements. Dark ink of a logo turns light; its hue stays. */
function darkStyle(brand: Brand | undefined) {
  const accent = accentOf('dark', brand)
  const { paper, sheet, ink, soft, line, accentInk } = colors.dark
  const rules = {
    '.paper': `background:${paper}`,
    '.paper td': `background:transparent;color:${ink}`,
    '.sheet': `background:${sheet};border-color:${line}`,
    '.soft': `color:${soft}`,
    '.paper a': `color:${accent}`,
    '.paper .button': `background:${accent}`,
    '.paper .button a': `color:${accentInk}`,
    '.logo': logoInTheDark[toneOf(brand) ?? 'any'],
    hr: `border-color:${line}`,
  }
  const important = Object.entries(rules).map(
    ([selector, style]) => `${selector}{${style.replaceAll(/;|$/g, '!important;')}}`,
  )
  return `@media (prefers-color-scheme:dark){${important.join('')}}`
}

const turned = 'filter:invert(1) hue-rotate(180deg)'
const logoInTheDark: Record<LogoTone, string> = {
  dark: turned,
  white: `${turned};mix-blend-mode:screen`,
  light: 'padding:0;background:transparent',
  any: 'border-radius:6px',
}
const toneOf = (brand: Brand | undefined) => brand?.logoUrl?.split('#')[1] as LogoTone | undefined

/** Where programs show no pictures, a logo's text is as wide as it needs to be. Outlook reads no `@media`. */
const altStyle = '@media screen{.logo{width:auto;height:auto;aspect-ratio:auto}}'

/** Room for an email address in one line. */
const phoneStyle =
  '@media(max-width:480px){.around{padding:8px!important}.inside{padding:24px 20px!important}}'

const WIDTH = 520
/** Outlook knows no `max-width`. */
const outlookStyle = `<!--[if mso]><style>.sheet{width:${WIDTH}px}</style><![endif]-->`

const headOf = (brand: Brand | undefined) =>
  [
    '<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">',
    '<meta name="x-apple-disable-message-reformatting">',
    '<meta name="color-scheme" content="light dark">',
    `<style>${altStyle}${phoneStyle}${darkStyle(brand)}</style>`,
    outlookStyle,
  ].join('')

/** Programs show this much of an email beside its subject; what cannot be seen fills it, so that the heading is not repeated. */
const PREVIEW_CHARACTERS = 150
const FILLER = '\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff'
const hidden: CSSProperties = {
  display: 'none',
  overflow: 'hidden',
  lineHeight: '1px',
  opacity: 0,
  maxHeight: 0,
  maxWidth: 0,
}

/** A label with its colon; a question ends with its own mark. */
export const asLabel = (label: string) => (/[?!.:]$/.test(label) ? label : `${label}:`)
const text = {
  fontFamily: '"Hanken Grotesk", "Segoe UI", Roboto, Helvetica, sans-serif',
  fontSize: 16,
  lineHeight: '24px',
}
const sheet = {
  maxWidth: WIDTH,
  wordBreak: 'break-word',
  background: color.sheet,
  border: `1px solid ${color.line}`,
  borderRadius: 10,
} as const
const serif = '"Instrument Serif", "Iowan Old Style", Georgia, serif'

interface EmailLink {
  label: string
  href: string
}

/** The label and the value of one line. */
export type Fact = [label: string, value: string | EmailLink]

export interface EmailContent {
  subject: string
  /** The text that email programs show next to the subject. */
  preview: string
  /** The subject, without one. */
  heading?: string
  /** The sentences below the heading. */
  lead: string
  /** What a host wrote, below the lead: paragraphs of plain text. */
  paragraphs?: string[]
  /** Label and value of each line of the appointment. */
  facts?: Fact[]
  /** Lists, each under a title that links to its page. */
  groups?: { title: string; href?: string; lines: string[] }[]
  action?: EmailLink
  /** Other links, below the action. */
  links?: EmailLink[]
  note?: string
  /** For emails that the recipient can do without, at the end: posting to it ends them, and opening it shows a page (RFC 8058). */
  unsubscribe?: EmailLink
  branding?: Branding
  /** The event's banner, as in the event. */
  bannerUrl?: string | null
}

/** The looks of the company whose email it is, if it has set any, and the base of the URLs of its page and logo. */
interface Branding {
  brand: Brand | undefined
  logo?: EmailLogo
  publicUrl: string
}

/** The color of links and buttons. */
const Accent = createContext<string>(color.accent)

/** The line of a place, which opens on a map; none without a place. */
export const placeFacts = (location: string | null): Fact[] =>
  location ? [['Location', { label: location, href: mapLink(location) }]] : []

/** A table, which lays out: Outlook ignores the padding of everything but its cells. */
function Layout({ children, ...table }: ComponentProps<'table'>) {
  return (
    <table role="presentation" border={0} cellPadding="0" cellSpacing="0" {...table}>
      <tbody>
        <tr>{children}</tr>
      </tbody>
    </table>
  )
}

/** As wide as it can be. */
const Section = ({ children, ...cell }: ComponentProps<'td'>) => (
  <Layout align="center" width="100%">
    <td {...cell}>{children}</td>
  </Layout>
)

function Text({ style, ...props }: ComponentProps<'p'>) {
  return <p {...props} style={{ ...text, ...style }} />
}

function Link({ label, href }: EmailLink) {
  return (
    <a href={href} style={{ color: useContext(Accent) }}>
      {label}
    </a>
  )
}

/** A link in a cell of its color. Outlook gives the padding to the cell, other programs to the link, which it enlarges. */
function Button({ label, href }: EmailLink) {
  const padding = '12px 20px'
  const cell = { background: useContext(Accent), borderRadius: 6, msoPaddingAlt: padding }
  const link = {
    ...{ display: 'inline-block', padding, lineHeight: '120%' },
    ...{ color: color.accentInk, fontWeight: 600, textDecoration: 'none' },
  }
  return (
    <Layout>
      <td className="button" style={cell}>
        <a href={href} target="_blank" style={{ ...text, ...link }} rel="noopener">
          {label}
        </a>
      </td>
    </Layout>
  )
}

/** Renders the layout of every email: a heading, a few sentences, the facts, and one action. */
export function EmailLayout({
  subject,
  preview,
  heading = subject,
  lead,
  paragraphs = [],
  facts = [],
  groups = [],
  action,
  links = [],
  note,
  unsubscribe,
  branding: { brand, logo, publicUrl } = { brand: undefined, publicUrl: '' },
  bannerUrl,
}: EmailContent) {
  const banner = brand && bannerUrl ? previewImageOf(bannerUrl, eventImages.banner) : undefined
  const shown = preview.slice(0, PREVIEW_CHARACTERS)
  return (
    <Accent value={accentOf('light', brand)}>
      <html lang="en" dir="ltr">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: it has no text of anyone, and React writes no conditions */}
        <head dangerouslySetInnerHTML={{ __html: headOf(brand) }} />
        <body className="paper" style={{ margin: 0, padding: 0, background: color.paper }}>
          <div style={hidden} data-skip-in-text>
            {shown}
            <div>{FILLER.repeat(PREVIEW_CHARACTERS - shown.length)}</div>
          </div>
          <Section
            className="around"
            style={{ ...text, padding: '32px 16px', background: color.paper, color: color.ink }}
          >
            <Layout align="center" width="100%" className="sheet" style={sheet}>
              <td className="inside" style={{ padding: 32 }}>
                {brand && <Letterhead brand={brand} logo={logo} publicUrl={publicUrl} />}
                {banner && (
                  <img
                    src={publicUrl + banner.url}
                    alt=""
                    width={WIDTH - 2 * 32}
                    style={{
                      ...{ display: 'block', width: '100%', height: 'auto', maxHeight: 160 },
                      ...{ margin: '0 0 24px', objectFit: 'cover', borderRadius: 6 },
                    }}
                  />
                )}
                <h1 style={{ margin: '0 0 16px', font: `400 30px/36px ${serif}` }}>{heading}</h1>
                <Text style={{ margin: '0 0 24px' }}>{lead}</Text>
                {paragraphs.map((paragraph, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once
                  <Text key={index} style={{ margin: '0 0 16px' }}>
                    {paragraph.split('\n').map((line, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once
                      <Fragment key={index}>
                        {index > 0 && <br />}
                        {line}
                      </Fragment>
                    ))}
                  </Text>
                ))}
                {paragraphs.length > 0 && <div style={{ height: 8 }} />}
                <Section>
                  {facts.map(([label, value], index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once
                    <Text key={index} style={{ margin: '0 0 8px' }}>
                      <span className="soft" style={{ color: color.soft }}>
                        {asLabel(label)}{' '}
                      </span>
                      <strong style={{ whiteSpace: 'pre-line' }}>
                        {typeof value === 'string' ? value : <Link {...value} />}
                      </strong>
                    </Text>
                  ))}
                </Section>
                {groups.map(({ title, href, lines }) => (
                  <Section key={href ?? title} style={{ padding: '0 0 16px' }}>
                    <Text style={{ margin: '0 0 8px', fontWeight: 600 }}>
                      {href ? <Link label={title} href={href} /> : title}
                    </Text>
                    {lines.map((line, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once
                      <Text key={index} style={{ margin: '0 0 4px' }}>
                        {line}
                      </Text>
                    ))}
                  </Section>
                ))}
                {action && (
                  <Section style={{ padding: '16px 0 0' }}>
                    <Button {...action} />
                  </Section>
                )}
                {links.length > 0 && (
                  <Text style={{ margin: '16px 0 0' }}>
                    {links.map((link, index) => (
                      <Fragment key={link.href}>
                        {index > 0 && ' · '}
                        <Link {...link} />
                      </Fragment>
                    ))}
                  </Text>
                )}
                {brand && <Sender brand={brand} publicUrl={publicUrl} />}
                {(note || unsubscribe) && (
                  <>
                    <hr
                      style={{
                        width: '100%',
                        margin: '24px 0 16px',
                        border: 0,
                        borderTop: `1px solid ${color.line}`,
                      }}
                    />
                    <Text className="soft" style={{ margin: 0, fontSize: 14, color: color.soft }}>
                      {note} {unsubscribe && <Link {...unsubscribe} />}
                    </Text>
                  </>
                )}
              </td>
            </Layout>
          </Section>
        </body>
      </html>
    </Accent>
  )
}

/** The company at the head of its emails: its logo and name; a wide logo says the name itself. */
function Letterhead({ brand, logo, publicUrl }: Branding & { brand: Brand }) {
  // The font is that of a logo's text too, where programs show no pictures.
  const font = `400 22px/24px ${serif}`
  const margin = '0 0 24px'
  const isWide = logo && logo.width > 1.6 * logo.height
  const mark = logo && (
    <img
      src={publicUrl + logo.url}
      alt={isWide ? brand.name : ''}
      // Outlook shows a picture in its own pixels otherwise.
      width={logo.width}
      height={logo.height}
      className="logo"
      style={{
        ...{ display: 'block', maxWidth: logoBox.width, maxHeight: logoBox.height, color: color.ink },
        ...{ font, ...(isWide && { margin }) },
        ...(toneOf(brand) === 'light' && { padding: 10, background: colors.dark.sheet, borderRadius: 6 }),
      }}
    />
  )
  if (isWide) return mark
  return (
    <Layout style={{ margin }}>
      {mark && <td style={{ paddingRight: 12 }}>{mark}</td>}
      <td style={{ font }}>{brand.name}</td>
    </Layout>
  )
}

/** The company at the end of its emails: its name, which links to its page, and its address with a map. */
function Sender({ brand, publicUrl }: { brand: Brand; publicUrl: string }) {
  const { name, urlSlug, address } = brand
  const lines = address.split('\n').filter((line) => line.trim())
  const small = { margin: 0, fontSize: 14 }
  return (
    <Section style={{ padding: '24px 0 0' }}>
      <Text style={{ ...small, fontWeight: 600 }}>
        {urlSlug ? <Link label={name} href={publicUrl + paths.company(urlSlug)} /> : name}
      </Text>
      {lines.map((line) => (
        <Text key={line} className="soft" style={{ ...small, color: color.soft }}>
          {line}
        </Text>
      ))}
      {lines.length > 0 && (
        <Text style={small}>
          <Link label="Open in a map" href={mapLink(lines.join(', '))} />
        </Text>
      )}
    </Section>
  )
}
