import type { Brand } from '@trunkshow/contract/company/rules.ts'
import { companyImages, srcSetOf } from '@trunkshow/contract/images.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import type { VisitorDocument, VisitorPage } from '@trunkshow/contract/visitor-page.ts'
import type { ComponentProps } from 'react'
import { icon } from './icons.tsx'
import styles from './top-bar.module.css'

/** Pages that show the company's mark themselves, and those that begin with its name too. */
const showsMark = ({ page }: VisitorPage) =>
  ['event', 'booking', 'waitlist', 'tour', 'company'].includes(page)

/** The company, or else the product, then the theme switch and where to go from here (docs/product.md, Guest and staff pages). */
export function TopBar({ document: { content, brand, signedIn } }: { document: VisitorDocument }) {
  const staff = signedIn && <a href={paths.events()}>Your Events</a>
  return (
    <header className={styles.bar}>
      {brand ? <BrandTitle brand={brand} content={content} /> : <Title href={paths.home()}>Trunkshow</Title>}
      {brand ? (
        <nav className={styles.nav} aria-label="Pages">
          <ThemeSwitch />
          {brand.urlSlug && content.page !== 'company' && (
            <a className={styles.wide} href={paths.company(brand.urlSlug)}>
              All shows
            </a>
          )}
          {staff}
        </nav>
      ) : (
        <nav className={styles.nav} aria-label="Account">
          <ThemeSwitch />
          <a href={paths.help(signedIn ? 'hosts' : 'guests')}>Help</a>
          {staff || (
            <a href={paths.auth()} rel="nofollow">
              Login
            </a>
          )}
        </nav>
      )}
    </header>
  )
}

/** The company's logo and name, as far as the page does not begin with them. */
function BrandTitle({ brand, content }: { brand: Brand; content: VisitorPage }) {
  const { name, urlSlug, logoUrl } = brand
  if (content.page === 'company') return <span />
  return (
    <Title href={urlSlug ? paths.company(urlSlug) : undefined}>
      {logoUrl && !showsMark(content) && (
        <img
          className={styles.logo}
          src={logoUrl}
          srcSet={srcSetOf(logoUrl, companyImages.logo)}
          sizes="120px"
          alt=""
        />
      )}
      <span className={styles.name}>{name}</span>
    </Title>
  )
}

const Title = (props: ComponentProps<'a'>) => <a className={styles.title} {...props} />

/** Light, dark, or the system's (docs/product.md, Theme). */
const themes = [
  {
    theme: 'light',
    label: 'Light',
    Icon: icon(
      <>
        <circle cx="8" cy="8" r="2.75" />
        <path d="M8 1.5V3M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1.06 1.06M11.54 11.54l1.06 1.06M3.4 12.6l1.06-1.06M11.54 4.46l1.06-1.06" />
      </>,
    ),
  },
  {
    theme: 'dark',
    label: 'Dark',
    Icon: icon(<path d="M13.25 9.75A5.75 5.75 0 0 1 6.25 2.75a5.75 5.75 0 1 0 7 7z" />),
  },
  {
    theme: 'system',
    label: 'System',
    Icon: icon(
      <>
        <circle cx="8" cy="8" r="5.75" />
        <path d="M8 2.25v11.5M8 5h4.9M8 8h5.75M8 11h4.9" />
      </>,
    ),
  },
]

/** The theme's icon over a native select. `page-script.ts` keeps the theme; without scripts the CSS hides the switch. */
function ThemeSwitch() {
  return (
    <span className={styles.switch}>
      {themes.map(({ theme, Icon }) => (
        <span key={theme} data-theme-icon={theme}>
          <Icon />
        </span>
      ))}
      <select
        name="theme"
        // Or browsers restore the last choice at a reload.
        autoComplete="off"
        aria-label="Theme"
        title="Theme"
        defaultValue="system"
      >
        {themes.map(({ theme, label }) => (
          <option key={theme} value={theme}>
            {label}
          </option>
        ))}
      </select>
    </span>
  )
}
