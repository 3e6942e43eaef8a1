// The colours until the console is loaded: those that the user has chosen (`shell/theme`). A file, because the
// Content-Security-Policy refuses scripts within the page.
try {
  const theme = JSON.parse(localStorage.getItem('RaStore.shared.theme'))
  if (theme) document.querySelector('meta[name="color-scheme"]').content = theme
} catch {
  // No storage, or another value: the colours of config remain.
}
