import type { Brand } from '@trunkshow/contract/company/rules.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import type { VisitorDocument } from '@trunkshow/contract/visitor-page.ts'
import { PlaceLink } from './links.tsx'
import styles from './page-foot.module.css'

/** The company at the end of its pages, its address with a map, then the product and the way in for staff. */
export function PageFoot({ brand, document }: { brand: Brand; document: VisitorDocument }) {
  const { content, embedded, signedIn } = document
  const lines = embedded === 'plain' ? [] : brand.address.split('\n').filter((line) => line.trim())
  const leaving = embedded && { target: '_blank', rel: 'noopener' }
  const hasShows = !embedded && brand.urlSlug && content.page !== 'company'
  return (
    <footer className={styles.foot}>
      {lines.length > 0 && (
        <address className={styles.address}>
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
          <PlaceLink location={lines.join(', ')} label="Open in a map" />
        </address>
      )}
      {hasShows && <a href={paths.company(brand.urlSlug!)}>{`All shows by ${brand.name}`}</a>}
      <p className={styles.product}>
        <span>
          Powered by{' '}
          <a href={paths.home()} {...leaving}>
            Trunkshow
          </a>
        </span>
        {!embedded && <a href={paths.help('guests')}>Help</a>}
        {!embedded && !signedIn && (
          <a href={paths.auth()} rel="nofollow">
            Staff log in
          </a>
        )}
      </p>
    </footer>
  )
}
