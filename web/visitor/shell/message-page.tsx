import styles from './message-page.module.css'
import ui from './ui.module.css'

interface MessagePageProps {
  title: string
  text?: string
  action: { label: string; href: string }
}

/** A page with only a message and one next step. */
export function MessagePage({ title, text, action }: MessagePageProps) {
  return (
    <div className={ui.narrow}>
      <section className={styles.panel}>
        <h1 className={ui.title}>{title}</h1>
        {text && <p>{text}</p>}
        <a className={ui.secondary} href={action.href}>
          {action.label}
        </a>
      </section>
    </div>
  )
}
