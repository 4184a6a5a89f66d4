import { Icon } from './icon.tsx'

// The icons of the menu, the top bar and toasts; others come with the screens that show them.

export const HomeIcon = () => (
  <Icon>
    <path d="M2.5 8L9 2.5 15.5 8M4.5 6.5V15.5h9V6.5M7.5 15.5v-4h3v4" />
  </Icon>
)

export const CalendarIcon = () => (
  <Icon>
    <rect x="2" y="3.5" width="14" height="12" rx="2" />
    <path d="M2 7.5h14M6 2v3M12 2v3" />
  </Icon>
)

export const LogOutIcon = () => (
  <Icon>
    <path d="M7 2.5H3.5v13H7M11.5 5.5L15 9l-3.5 3.5M15 9H7" />
  </Icon>
)

export const MenuIcon = () => (
  <Icon>
    <path d="M2.5 5h13M2.5 9h13M2.5 13h13" />
  </Icon>
)

export const CollapseIcon = () => (
  <Icon>
    <rect x="2" y="3" width="14" height="12" rx="2" />
    <path d="M7 3v12M12.5 7l-2 2 2 2" />
  </Icon>
)

export const ChoicesIcon = () => (
  <Icon>
    <path d="m5 7.5 4 4 4-4" />
  </Icon>
)

export const ExpandIcon = () => (
  <Icon>
    <rect x="2" y="3" width="14" height="12" rx="2" />
    <path d="M7 3v12M10.5 7l2 2-2 2" />
  </Icon>
)

export const SunIcon = () => (
  <Icon>
    <circle cx="9" cy="9" r="3" />
    <path d="M9 1.5v1.5M9 15v1.5M1.5 9H3M15 9h1.5M3.7 3.700l1 1M13.3 13.300l1 1M3.7 14.300l1-1M13.3 4.700l1-1" />
  </Icon>
)

export const MoonIcon = () => (
  <Icon>
    <path d="M15 10.5A6.5 6.5 0 0 1 7.5 3a6.5 6.5 0 1 0 7.5 7.5z" />
  </Icon>
)

export const SystemIcon = () => (
  <Icon>
    <rect x="2" y="3" width="14" height="9.5" rx="1.5" />
    <path d="M6.5 15.5h5M9 12.5v3" />
  </Icon>
)

export const CustomersIcon = () => (
  <Icon>
    <circle cx="9" cy="6" r="3" />
    <path d="M3 16c0-3.300 2.700-5 6-5s6 1.700 6 5" />
  </Icon>
)

export const OrdersIcon = () => (
  <Icon>
    <path d="M4 2.5h10v13l-2.5-1.500-2.500 1.500-2.500-1.500-2.500 1.500zM6.500 6.500h5M6.500 9.500h5" />
  </Icon>
)

export const SettingsIcon = () => (
  <Icon>
    <circle cx="9" cy="9" r="2.5" />
    <path d="M9 2v2M9 14v2M2 9h2M14 9h2M4 4l1.5 1.5M12.5 12.5L14 14M4 14l1.5-1.5M12.5 5.5L14 4" />
  </Icon>
)

export const ProductIcon = () => (
  <Icon>
    <path d="M9.500 2.500H15.500V8.500L8.500 15.500 2.500 9.500z" />
    <circle cx="12.300" cy="5.700" r="1" />
  </Icon>
)

export const HelpIcon = () => (
  <Icon>
    <circle cx="9" cy="9" r="6.500" />
    <path d="M7 7.200a2 2 0 1 1 2.800 1.900c-.6.3-.8.6-.8 1.200M9 12.600v.1" />
  </Icon>
)

export const ReportsIcon = () => (
  <Icon>
    <path d="M2.500 15.500h13M4.500 12.500v-4M9 12.500v-9M13.500 12.500v-6" />
  </Icon>
)

export const EmailIcon = () => (
  <Icon>
    <rect x="2" y="3.5" width="14" height="11" rx="2" />
    <path d="m2.500 5.500 6.500 5 6.500-5" />
  </Icon>
)

export const CloseIcon = () => (
  <Icon>
    <path d="M4.5 4.5l9 9M13.5 4.5l-9 9" />
  </Icon>
)

export const SearchIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="4.500" />
    <path d="m11.500 11.500 4 4" />
  </Icon>
)
