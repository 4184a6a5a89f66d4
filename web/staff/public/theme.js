// Runs before the first paint, so a selected theme shows at once. The system theme needs no script
// (web/theme/tokens.css).
try {
  const theme = localStorage.getItem('vite-ui-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {}
