import './shell/base.css'
// The server-rendered head links the icon; this import adds it to the build.
import '../theme/icon.svg?url'
import type { VisitorDocument } from '@trunkshow/contract/visitor-page.ts'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'

const data: VisitorDocument = JSON.parse(document.getElementById('document')!.textContent)

const root = document.getElementById('root')!
if (/waitlist/.test(data.content.page))
  import('./waitlist/waitlist-pages.tsx').then(({ WaitlistPages }) =>
    hydrateRoot(root, <App data={data} page={<WaitlistPages {...data} />} />),
  )
else hydrateRoot(root, <App data={data} />)
