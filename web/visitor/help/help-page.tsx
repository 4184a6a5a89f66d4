import { helpTopics, guestPaths as paths } from '@trunkshow/contract/paths.ts'
import type { HelpPage as HelpPageContent } from '@trunkshow/contract/visitor-page.ts'
import ui from '../shell/ui.module.css'
import styles from './help-page.module.css'

const labels = { guests: 'Guests', hosts: 'Hosts', operators: 'Operators' }

/** The help for one kind of reader, and links to the others'. */
export function HelpPage({ page: { topic, html, version } }: { page: HelpPageContent }) {
  return (
    <div className={ui.narrow}>
      <nav className={styles.topics} aria-label="Help for">
        {helpTopics.map((other) => (
          <a key={other} href={paths.help(other)} aria-current={other === topic ? 'page' : undefined}>
            {labels[other]}
          </a>
        ))}
      </nav>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by the server from our own document */}
      <article className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
      <p className={styles.version}>Trunkshow {version}</p>
    </div>
  )
}
