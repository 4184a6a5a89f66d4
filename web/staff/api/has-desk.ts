/** Whether the desk keeps anything in this browser, so that other screens load no code for it. */
export const hasDesk = () => localStorage.getItem('trunkshow-desk') !== null
