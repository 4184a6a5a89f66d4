import { hydrateRoot } from 'react-dom/client'
import { Signature } from './order/signature.tsx'

let isTold = false

/** Tells the shop that a person looks at the page, at the first press or key: mail scanners only open it. */
function tell() {
  if (isTold) return
  isTold = true
  void fetch(`${location.pathname}/seen`, { method: 'POST', keepalive: true })
}
const see = ({ isTrusted }: Event) => isTrusted && tell()
addEventListener('pointerdown', see)
addEventListener('keydown', see)
// A press that makes the page load this script comes before it (decision 042).
new PerformanceObserver(tell).observe({ type: 'first-input', buffered: true })

// The page works without it.
const place = document.getElementById('signature')
if (place) hydrateRoot(place, <Signature drawn={place.dataset.drawn ?? ''} />)
