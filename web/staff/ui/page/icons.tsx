import { Icon } from './icon.tsx'

export const BackIcon = () => (
  <Icon>
    <path d="M15 9H3.5M8 4.5L3.5 9 8 13.5" />
  </Icon>
)

export const OutsideIcon = () => (
  <Icon>
    <path d="M6 12l6.5-6.5M7 5.5h5.5V11" />
  </Icon>
)

export const CopyIcon = () => (
  <Icon>
    <rect x="6.5" y="6.5" width="9" height="9" rx="1.5" />
    <path d="M11.5 6.5V4A1.5 1.5 0 0 0 10 2.5H4A1.5 1.5 0 0 0 2.5 4v6A1.5 1.5 0 0 0 4 11.5h2.5" />
  </Icon>
)

export const ClockIcon = () => (
  <Icon>
    <circle cx="9" cy="9" r="6.5" />
    <path d="M9 5v4l2.5 2" />
  </Icon>
)

export const PlaceIcon = () => (
  <Icon>
    <path d="M9 16s5-4.500 5-8.500a5 5 0 0 0-10 0C4 11.500 9 16 9 16z" />
    <circle cx="9" cy="7.500" r="1.800" />
  </Icon>
)

export const ImageIcon = () => (
  <Icon>
    <rect x="2" y="3" width="14" height="12" rx="2" />
    <circle cx="6.500" cy="7" r="1.300" />
    <path d="M2.500 13l4-3.500 3 2.500 2.500-2 3.500 3" />
  </Icon>
)

export const UpIcon = () => (
  <Icon>
    <path d="M9 14.500V3.500M4.500 8L9 3.500 13.500 8" />
  </Icon>
)

export const DownIcon = () => (
  <Icon>
    <path d="M9 3.500v11M4.500 10L9 14.500 13.500 10" />
  </Icon>
)

export const GripIcon = () => (
  <Icon>
    <path
      d="M6.500 4.500v0M11.500 4.500v0M6.500 9v0M11.500 9v0M6.500 13.500v0M11.500 13.500v0"
      strokeWidth="2"
    />
  </Icon>
)

export const CheckIcon = () => (
  <Icon>
    <path d="M3.5 9.5l3.5 3.5 7.5-8" />
  </Icon>
)

export const MoreIcon = () => (
  <Icon>
    <path d="M4 9h.01M9 9h.01M14 9h.01" strokeWidth="2.5" />
  </Icon>
)
