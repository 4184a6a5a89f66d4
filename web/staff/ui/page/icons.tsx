import { icon } from './frame-icons.tsx'

export const BackIcon = icon('M15 9H3.5M8 4.5L3.5 9 8 13.5')
export const OutsideIcon = icon('M6 12l6.5-6.5M7 5.5h5.5V11')
export const CopyIcon = icon(
  'M11.5 6.5V4A1.5 1.5 0 0 0 10 2.5H4A1.5 1.5 0 0 0 2.5 4v6A1.5 1.5 0 0 0 4 11.5h2.5',
  <rect x="6.5" y="6.5" width="9" height="9" rx="1.5" />,
)
export const ClockIcon = icon('M9 5v4l2.5 2', <circle cx="9" cy="9" r="6.5" />)
export const PlaceIcon = icon(
  'M9 16s5-4.5 5-8.5a5 5 0 0 0-10 0C4 11.5 9 16 9 16z',
  <circle cx="9" cy="7.5" r="1.8" />,
)
export const ImageIcon = icon(
  'M2.5 13l4-3.5 3 2.5 2.5-2 3.5 3',
  <>
    <rect x="2" y="3" width="14" height="12" rx="2" />
    <circle cx="6.5" cy="7" r="1.3" />
  </>,
)
export const UpIcon = icon('M9 14.5V3.5M4.5 8L9 3.5 13.5 8')
export const DownIcon = icon('M9 3.5v11M4.5 10L9 14.5 13.5 10')
export const GripIcon = icon('M6.5 4.5v0M11.5 4.5v0M6.5 9v0M11.5 9v0M6.5 13.5v0M11.5 13.5v0', undefined, 2)
export const CheckIcon = icon('M3.5 9.5l3.5 3.5 7.5-8')
export const MoreIcon = icon('M4 9h.01M9 9h.01M14 9h.01', undefined, 2.5)
