import type { Brand } from '@trunkshow/contract/company/rules.ts'
import { guestPaths as paths } from '@trunkshow/contract/paths.ts'
import type { VisitorDocument } from '@trunkshow/contract/visitor-page.ts'
import { type ReactNode, useEffect } from 'react'
import styles from './shell/brand-footer.module.css'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { Embedded, PlaceLink, useLinks } from './shell/links.tsx'
import { HostMark } from './shell/pictures.tsx'
import { ToastProvider } from './shell/toast.tsx'

/** Marks the page as scripted, for the CSS, the tests and `page-script.ts`. */
function markLive() {
  document.documentElement.classList.add('js')
  document.documentElement.setAttribute('data-live', '')
}

/**
 * Renders what is below the top bar, the same on the server and in the browser, from the same data.
 *
 * @param props.children the page itself: the server has all of them, the browser loads the code of one
 */
export function App({ data, children }: { data: VisitorDocument; children: ReactNode }) {
  useEffect(markLive, [])
  return (
    <Embedded value={data.embedded ?? false}>
      <ToastProvider>
        <main>
          <ErrorBoundary>{children}</ErrorBoundary>
        </main>
        {data.brand && <BrandFooter brand={data.brand} isShows={data.content.page === 'company'} />}
      </ToastProvider>
    </Embedded>
  )
}

/** The company at the end of its pages: logo, name, address with a map, and elsewhere a link to its shows. */
function BrandFooter({ brand, isShows }: { brand: Brand; isShows: boolean }) {
  const { name, urlSlug, logoUrl, address } = brand
  const { leaving } = useLinks()
  const lines = address.split('\n').filter((line) => line.trim())
  return (
    <footer className={styles.footer}>
      {logoUrl && <HostMark event={{ logoUrl, hostName: name }} className={styles.mark} />}
      <p className={styles.name}>{name}</p>
      {lines.length > 0 && (
        <address className={styles.address}>
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
          <PlaceLink location={lines.join(', ')} label="Open in a map" />
        </address>
      )}
      {urlSlug && !isShows && <a href={paths.company(urlSlug)} {...leaving}>{`All shows by ${name}`}</a>}
    </footer>
  )
}
