import './shell/base.css'
// The server-rendered head links the icon; this import adds it to the build.
import '../theme/icon.svg?url'
import type { VisitorDocument } from '@trunkshow/contract/visitor-page.ts'
import { hydrateRoot } from 'react-dom/client'
import { outliveTranslation } from '../theme/outlive-translation.ts'
import { App } from './app.tsx'

const data: VisitorDocument = JSON.parse(document.getElementById('document')!.textContent)

outliveTranslation()
const root = document.getElementById('root')!
if (/waitlist|confirm|alerts|data|help|tour/.test(data.content.page))
  import('./lazy-pages.tsx').then(({ LazyPages }) =>
    hydrateRoot(root, <App data={data} page={<LazyPages {...data} />} />),
  )
else hydrateRoot(root, <App data={data} />)
