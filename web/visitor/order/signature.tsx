import { MAX_DRAWING } from '@trunkshow/contract/proposals/fields.ts'
import { type PointerEvent, useEffect, useState } from 'react'
import form from '../shell/form.module.css'
import styles from './order-page.module.css'

/** A field for a signature of 300 by 100, which the form sends as the path of an SVG. @param drawn what was drawn before */
export function Signature({ drawn }: { drawn: string }) {
  const [path, setPath] = useState<string | null>(null)
  // Without scripts there is none.
  useEffect(() => setPath(drawn), [drawn])
  if (path === null) return null
  const add = (command: 'M' | 'L', { clientX, clientY, currentTarget }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect()
    const at = (share: number, most: number) => Math.round(Math.min(Math.max(share, 0), 1) * most)
    const point = `${at((clientX - box.left) / box.width, 300)} ${at((clientY - box.top) / box.height, 100)}`
    // Several moves may come before it is drawn.
    setPath((path) => (path!.length > MAX_DRAWING - 20 ? path : `${path}${command}${point}`))
  }
  return (
    <div className={form.field}>
      <p className={styles.signing}>
        <span>
          Sign here <span>(optional)</span>
        </span>
        {path && (
          <button type="button" className={styles.clear} onClick={() => setPath('')}>
            Clear
          </button>
        )}
      </p>
      <svg
        className={styles.pad}
        viewBox="0 0 300 100"
        role="img"
        aria-label={path ? 'Your signature' : 'Sign here with a finger, pen or mouse'}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          add('M', event)
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && add('L', event)}
      >
        <path d={path} />
      </svg>
      <input type="hidden" name="drawing" value={path} />
    </div>
  )
}
