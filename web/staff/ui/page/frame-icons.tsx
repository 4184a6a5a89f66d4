import type { ReactElement } from 'react'

/** A line icon on an 18 px grid; text beside it has the meaning. @param d as in `<path d>` @param shape drawn below it */
export const icon = (d: string, shape?: ReactElement, strokeWidth = 1.5) =>
  function Icon() {
    return (
      <svg
        aria-hidden="true"
        width="18"
        height="18"
        viewBox="0 0 18 18"
        fill="none"
        stroke="currentColor"
        strokeWidth={strokeWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {shape}
        <path d={d} />
      </svg>
    )
  }

// The icons of the menu, the top bar and toasts; others come with the screens that show them.

export const HomeIcon = icon('M2.5 8L9 2.5 15.5 8M4.5 6.5V15.5h9V6.5M7.5 15.5v-4h3v4')
export const CalendarIcon = icon(
  'M2 7.5h14M6 2v3M12 2v3',
  <rect x="2" y="3.5" width="14" height="12" rx="2" />,
)
export const WeekIcon = icon('M2.5 2.5v13M7 2.5v4M7 9v6.5M11.5 2.5v8M11.5 13v2.5M15.5 2.5v13')
export const BoardIcon = icon('M3 3h3.5v12H3zM8 3h3v8H8zM12.5 3H15v5h-2.5z')
export const LogOutIcon = icon('M7 2.5H3.5v13H7M11.5 5.5L15 9l-3.5 3.5M15 9H7')
export const MenuIcon = icon('M2.5 5h13M2.5 9h13M2.5 13h13')
export const CollapseIcon = icon(
  'M7 3v12M12.5 7l-2 2 2 2',
  <rect x="2" y="3" width="14" height="12" rx="2" />,
)
export const ChoicesIcon = icon('m5 7.5 4 4 4-4')
export const ExpandIcon = icon('M7 3v12M10.5 7l2 2-2 2', <rect x="2" y="3" width="14" height="12" rx="2" />)
export const SunIcon = icon(
  'M9 1.5v1.5M9 15v1.5M1.5 9H3M15 9h1.5M3.7 3.7l1 1M13.3 13.3l1 1M3.7 14.3l1-1M13.3 4.7l1-1',
  <circle cx="9" cy="9" r="3" />,
)
export const MoonIcon = icon('M15 10.5A6.5 6.5 0 0 1 7.5 3a6.5 6.5 0 1 0 7.5 7.5z')
export const SystemIcon = icon('M6.5 15.5h5M9 12.5v3', <rect x="2" y="3" width="14" height="9.5" rx="1.5" />)
export const CustomersIcon = icon('M3 16c0-3.3 2.7-5 6-5s6 1.7 6 5', <circle cx="9" cy="6" r="3" />)
export const OrdersIcon = icon('M4 2.5h10v13l-2.5-1.5-2.5 1.5-2.5-1.5-2.5 1.5zM6.5 6.5h5M6.5 9.5h5')
export const SettingsIcon = icon(
  'M9 2v2M9 14v2M2 9h2M14 9h2M4 4l1.5 1.5M12.5 12.5L14 14M4 14l1.5-1.5M12.5 5.5L14 4',
  <circle cx="9" cy="9" r="2.5" />,
)
export const ProductIcon = icon('M9.5 2.5H15.5V8.5L8.5 15.5 2.5 9.5z', <circle cx="12.3" cy="5.7" r="1" />)
export const HelpIcon = icon(
  'M7 7.2a2 2 0 1 1 2.8 1.9c-.6.3-.8.6-.8 1.2M9 12.6v.1',
  <circle cx="9" cy="9" r="6.5" />,
)
export const ReportsIcon = icon('M2.5 15.5h13M4.5 12.5v-4M9 12.5v-9M13.5 12.5v-6')
export const EmailIcon = icon('m2.5 5.5 6.5 5 6.5-5', <rect x="2" y="3.5" width="14" height="11" rx="2" />)
export const CloseIcon = icon('M4.5 4.5l9 9M13.5 4.5l-9 9')
export const SearchIcon = icon('m11.5 11.5 4 4', <circle cx="8" cy="8" r="4.5" />)
