import './shell/base.css'
// The server-rendered head links the icon; this import adds it to the build.
import '../theme/icon.svg?url'
import type { VisitorDocument } from '@trunkshow/contract/visitor-page.ts'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'

const data: VisitorDocument = JSON.parse(document.getElementById('document')!.textContent)

hydrateRoot(document.getElementById('root')!, <App data={data} />)
