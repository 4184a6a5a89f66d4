/** Days until a link to confirm an email expires (decision 029). */
export const CONFIRMATION_DAYS = 7
