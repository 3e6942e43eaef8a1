/** The dark and the light theme. */
import { alpha } from '@mui/material'
import type { RaThemeOptions } from 'react-admin'
import { colours, FONT, type Mode } from './colours'
import { components } from './components'

export { colours }

declare module '@mui/material/styles' {
  interface Palette {
    neutral: Palette['primary']
  }
  interface PaletteOptions {
    neutral?: PaletteOptions['primary']
  }
}

function theme(mode: Mode): RaThemeOptions {
  const c = colours[mode]
  const main = (colour: string) => ({ main: colour, light: colour, dark: colour, contrastText: c.onAccent })
  const text = (fontSize: number) => ({ fontSize, lineHeight: 1.5 })
  const heading = (fontSize: number) => ({ ...text(fontSize), fontWeight: 600 })
  return {
    palette: {
      mode,
      primary: main(c.accent),
      secondary: main(c.accent),
      info: main(c.accent),
      success: main(c.success),
      warning: main(c.warning),
      error: main(c.danger),
      neutral: main(c.neutral),
      text: { primary: c.text, secondary: c.quiet, disabled: alpha(c.quiet, 0.7) },
      background: { default: c.page, paper: c.card },
      divider: c.line,
      action: {
        hover: alpha(c.text, mode === 'dark' ? 0.06 : 0.04),
        selected: alpha(c.accent, 0.14),
        focus: alpha(c.accent, 0.2),
        active: c.quiet,
      },
    },
    shape: { borderRadius: 6 },
    typography: {
      fontFamily: FONT,
      fontSize: 14,
      body1: text(14),
      body2: text(13),
      caption: text(12),
      h1: heading(20),
      h2: heading(16),
      h3: heading(14),
      h4: heading(14),
      h5: heading(20),
      h6: heading(16),
      button: { fontSize: 14, fontWeight: 500, textTransform: 'none' },
    },
    transitions: { duration: { shortest: 120, shorter: 120, short: 160, standard: 160, complex: 200 } },
    components: components(mode),
  }
}

export const darkTheme = theme('dark')
export const lightTheme = theme('light')
