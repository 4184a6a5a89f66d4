import './shell/base.css'
// The server-rendered head links the icon; this import adds it to the build.
import '../theme/icon.svg?url'
import type { VisitorDocument } from '@trunkshow/contract/visitor-page.ts'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'

const data: VisitorDocument = JSON.parse(document.getElementById('document')!.textContent)

// In a transition, React hydrates in short pieces, so a tap in between is answered at once.
startTransition(() => {
  hydrateRoot(
    document.getElementById('root')!,
    <StrictMode>
      <App data={data} />
    </StrictMode>,
  )
})
