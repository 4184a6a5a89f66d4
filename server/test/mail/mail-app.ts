import { beforeEach } from 'vitest'
import { startTestApp } from '../app.ts'

/** Starts an app that sends emails. What one test leaves to be sent, the next one's server does not get. */
export function startMailApp() {
  const app = startTestApp({
    MAIL_FROM: 'Trunkshow <shows@trunkshow.test>',
    PUBLIC_URL: 'http://shows.test',
    SMTP_URL: 'smtp://mail.test',
  })
  beforeEach(() =>
    app.rows(`UPDATE email_notifications SET status = 'skipped' WHERE status IN ('pending', 'waiting')`),
  )
  return app
}
