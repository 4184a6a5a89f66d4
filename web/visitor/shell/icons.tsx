import type { ReactNode } from 'react'
import styles from './icons.module.css'

/** Line icons of one weight on a 16 px grid. They always accompany text, so assistive technology skips them. */
function Icon({ children }: { children: ReactNode }) {
  return (
    <svg className={styles.icon} viewBox="0 0 16 16" aria-hidden="true">
      {children}
    </svg>
  )
}

export const CalendarIcon = () => (
  <Icon>
    <path d="M2.5 4.5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zM2.5 7h11M5.5 2v3M10.5 2v3" />
  </Icon>
)
export const ClockIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="5.75" />
    <path d="M8 4.75V8l2.25 1.5" />
  </Icon>
)
export const PlaceIcon = () => (
  <Icon>
    <path d="M8 14c2.9-2.7 4.5-5 4.5-7.2a4.5 4.5 0 0 0-9 0C3.5 9 5.1 11.3 8 14z" />
    <circle cx="8" cy="6.75" r="1.5" />
  </Icon>
)
export const LengthIcon = () => (
  <Icon>
    <path d="M4.5 2.25h7M4.5 13.75h7M5.5 2.25v2.5L8 8l2.5-3.25v-2.5M5.5 13.75v-2.5L8 8l2.5 3.25v2.5" />
  </Icon>
)
export const MailIcon = () => (
  <Icon>
    <path d="M2.25 4.5a1 1 0 0 1 1-1h9.5a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-9.5a1 1 0 0 1-1-1zM2.5 4.5 8 8.75l5.5-4.25" />
  </Icon>
)
export const PersonIcon = () => (
  <Icon>
    <circle cx="8" cy="5.25" r="2.5" />
    <path d="M3 13.5c.4-2.6 2.3-4 5-4s4.6 1.4 5 4" />
  </Icon>
)
export const CheckIcon = () => (
  <Icon>
    <path d="m3 8.5 3.25 3.25L13 4.75" />
  </Icon>
)
export const CloseIcon = () => (
  <Icon>
    <path d="m4 4 8 8M12 4l-8 8" />
  </Icon>
)
export const PreviousIcon = () => (
  <Icon>
    <path d="M10 3 5 8l5 5" />
  </Icon>
)
export const NextIcon = () => (
  <Icon>
    <path d="m6 3 5 5-5 5" />
  </Icon>
)
export const LightIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="2.75" />
    <path d="M8 1.5V3M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1.06 1.06M11.54 11.54l1.06 1.06M3.4 12.6l1.06-1.06M11.54 4.46l1.06-1.06" />
  </Icon>
)
export const DarkIcon = () => (
  <Icon>
    <path d="M13.25 9.75A5.75 5.75 0 0 1 6.25 2.75a5.75 5.75 0 1 0 7 7z" />
  </Icon>
)
export const SystemIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="5.75" />
    <path d="M8 2.25v11.5M8 5h4.9M8 8h5.75M8 11h4.9" />
  </Icon>
)
