import type { Brand } from '@trunkshow/contract/company/rules.ts'
import { guestPaths as paths } from '@trunkshow/contract/paths.ts'
import { useLinks } from '../embed/embedded.ts'
import styles from './brand-footer.module.css'
import { PlaceLink } from './links.tsx'
import { HostMark } from './pictures.tsx'

interface BrandFooterProps {
  brand: Brand
  /** Whether it is on the page of its shows, which needs no link to itself. */
  isShows: boolean
}

/** The company at the end of its pages: logo, name, address with a map, and a link to its shows. */
export function BrandFooter({ brand: { name, urlSlug, logoUrl, address }, isShows }: BrandFooterProps) {
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
