import type { ReactNode } from 'react'
import styles from './icons.module.css'
import ui from './ui.module.css'

/** Makes a line icon on a 16 px grid. It always accompanies text, so assistive technology skips it. */
export const icon = (drawing: ReactNode) => () => (
  <svg className={styles.icon} viewBox="0 0 16 16" aria-hidden="true">
    {drawing}
  </svg>
)

export const CalendarIcon = icon(
  <path d="M2.5 4.5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zM2.5 7h11M5.5 2v3M10.5 2v3" />,
)
export const ClockIcon = icon(
  <>
    <circle cx="8" cy="8" r="5.75" />
    <path d="M8 4.75V8l2.25 1.5" />
  </>,
)
export const PlaceIcon = icon(
  <>
    <path d="M8 14c2.9-2.7 4.5-5 4.5-7.2a4.5 4.5 0 0 0-9 0C3.5 9 5.1 11.3 8 14z" />
    <circle cx="8" cy="6.75" r="1.5" />
  </>,
)
export const LengthIcon = icon(
  <path d="M4.5 2.25h7M4.5 13.75h7M5.5 2.25v2.5L8 8l2.5-3.25v-2.5M5.5 13.75v-2.5L8 8l2.5 3.25v2.5" />,
)
export const MailIcon = icon(
  <path d="M2.25 4.5a1 1 0 0 1 1-1h9.5a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-9.5a1 1 0 0 1-1-1zM2.5 4.5 8 8.75l5.5-4.25" />,
)
export const PersonIcon = icon(
  <>
    <circle cx="8" cy="5.25" r="2.5" />
    <path d="M3 13.5c.4-2.6 2.3-4 5-4s4.6 1.4 5 4" />
  </>,
)
export const CheckIcon = icon(<path d="m3 8.5 3.25 3.25L13 4.75" />)
export const CloseIcon = icon(<path d="m4 4 8 8M12 4l-8 8" />)
export const PreviousIcon = icon(<path d="M10 3 5 8l5 5" />)
export const NextIcon = icon(<path d="m6 3 5 5-5 5" />)

/** A line of a list of facts. */
export function Fact({ Icon, children }: { Icon: () => ReactNode; children: ReactNode }) {
  return (
    <li className={ui.fact}>
      <Icon />
      {children}
    </li>
  )
}
