/** The look of look.md, as two themes. Every colour is written once, in `colours`; a test computes the contrast of each pair. */
import { alpha } from '@mui/material/styles'
import type {} from '@mui/x-date-pickers/themeAugmentation'
import type { RaThemeOptions } from 'react-admin'
import { mix } from '../ui/mix'
import { WaitingPaper } from '../ui/StillWaiting'

export const colours = {
  dark: {
    page: '#0E1116',
    card: '#161B22',
    raised: '#1C232C',
    text: '#E6EAF0',
    quiet: '#9BA7B4',
    accent: '#4C9AFF',
    success: '#3FB68B',
    warning: '#E5A23D',
    danger: '#F0616D',
    /** A shade above look.md's #7D8896, which reaches 4.4:1 on the raised surface. */
    neutral: '#828D9B',
    /** What is written on accent and status colours. */
    onAccent: '#0E1116',
    line: 'rgba(255, 255, 255, 0.08)',
  },
  light: {
    page: '#F6F7F9',
    card: '#FFFFFF',
    raised: '#FFFFFF',
    text: '#1A2230',
    quiet: '#5B6675',
    accent: '#1565D8',
    success: '#1B7F5A',
    warning: '#8A5A00',
    danger: '#C22F3D',
    neutral: '#5B6675',
    onAccent: '#FFFFFF',
    line: 'rgba(26, 34, 48, 0.12)',
  },
} as const

export const FONT =
  '"Pretendard Variable", Pretendard, "Apple SD Gothic Neo", "Noto Sans KR", "Malgun Gothic", system-ui, sans-serif'

/** Where the user's own colours replace ours (Windows contrast themes), what is chosen keeps a mark, and figures their colours. */
const FORCED_COLOURS = {
  '@media (forced-colors: active)': {
    ':is([aria-selected="true"], [aria-pressed="true"], [aria-current="page"], [aria-checked="true"]), .Mui-selected':
      {
        outline: '2px solid Highlight',
        outlineOffset: -2,
      },
    '.MuiButton-contained, .MuiFab-root': { border: '1px solid ButtonText' },
    '[data-colour]': { forcedColorAdjust: 'none' },
  },
} as const

/** On paper: no bars and no controls, all of what scrolls, rows in one piece. `App` prints in the light theme. */
const PRINT = {
  '@media print': {
    'header, footer, nav, [role="search"], [role="toolbar"], main .MuiButton-root, main .MuiIconButton-root, .MuiFab-root, .MuiSnackbar-root':
      {
        display: 'none !important',
      },
    'main, main *': { overflow: 'visible !important', maxHeight: 'none !important' },
    'main .MuiTableCell-root': { position: 'static !important', whiteSpace: 'normal !important' },
    'tr, li, section, .MuiCard-root': { breakInside: 'avoid' },
    // Colours that mean something are printed.
    '[data-colour]': { printColorAdjust: 'exact' },
  },
} as const

declare module '@mui/material/styles' {
  interface Palette {
    neutral: Palette['primary']
  }
  interface PaletteOptions {
    neutral?: PaletteOptions['primary']
  }
}

function theme(mode: keyof typeof colours): RaThemeOptions {
  const c = colours[mode]
  const main = (colour: string) => ({ main: colour, light: colour, dark: colour, contrastText: c.onAccent })
  const hover = alpha(c.text, mode === 'dark' ? 0.06 : 0.04)
  // Opaque, because notices also float over content.
  const notice = (colour: string) => ({
    backgroundColor: mix(colour, c.raised, 0.14),
    border: `1px solid ${mix(colour, c.raised, 0.45)}`,
    '& .MuiAlert-icon': { color: colour },
  })
  // What floats stands out from what it covers: by its surface in the dark, by a shadow in the light.
  const floating = {
    backgroundColor: c.raised,
    border: `1px solid ${c.line}`,
    boxShadow: mode === 'dark' ? 'none' : '0 8px 24px rgba(26, 34, 48, 0.16)',
  }
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
      action: { hover, selected: alpha(c.accent, 0.14), focus: alpha(c.accent, 0.2), active: c.quiet },
    },
    shape: { borderRadius: 8 },
    spacing: 8,
    typography: {
      fontFamily: FONT,
      fontSize: 14,
      htmlFontSize: 16,
      body1: { fontSize: 14, lineHeight: 1.5 },
      body2: { fontSize: 13, lineHeight: 1.5 },
      caption: { fontSize: 12, lineHeight: 1.5 },
      h1: { fontSize: 20, fontWeight: 600, lineHeight: 1.5 },
      h2: { fontSize: 16, fontWeight: 600, lineHeight: 1.5 },
      h3: { fontSize: 14, fontWeight: 600, lineHeight: 1.5 },
      h4: { fontSize: 14, fontWeight: 600, lineHeight: 1.5 },
      h5: { fontSize: 20, fontWeight: 600, lineHeight: 1.5 },
      h6: { fontSize: 16, fontWeight: 600, lineHeight: 1.5 },
      button: { fontSize: 14, fontWeight: 500, textTransform: 'none' },
    },
    transitions: { duration: { shortest: 120, shorter: 120, short: 160, standard: 160, complex: 200 } },
    components: {
      MuiCssBaseline: {
        styleOverrides: {
          html: { colorScheme: mode },
          body: { wordBreak: 'keep-all', overflowWrap: 'anywhere' },
          // Browsers give controls a font of their own.
          'button, input, select, textarea': { font: 'inherit' },
          ...FORCED_COLOURS,
          ...PRINT,
          'code, time, .tabular': { fontVariantNumeric: 'tabular-nums' },
          ':focus-visible': { outline: `2px solid ${c.accent}`, outlineOffset: 2 },
          '@media (prefers-reduced-motion: reduce)': {
            '*, *::before, *::after': {
              animationDuration: '0.01ms !important',
              animationIterationCount: '1 !important',
              // A short duration would make transitions where there are none: colours that are inherited would come late.
              transitionProperty: 'none !important',
              scrollBehavior: 'auto !important',
            },
          },
        },
      },
      MuiPaper: {
        defaultProps: { elevation: 0 },
        styleOverrides: {
          root: { backgroundImage: 'none' },
          outlined: { borderColor: c.line },
        },
      },
      MuiCard: { defaultProps: { variant: 'outlined' } },
      MuiDialog: {
        defaultProps: { PaperComponent: WaitingPaper },
        styleOverrides: { paper: floating },
      },
      MuiMenu: { styleOverrides: { paper: { ...floating, marginTop: 4 } } },
      MuiPopover: { styleOverrides: { paper: floating } },
      MuiDrawer: { styleOverrides: { paper: floating } },
      MuiAutocomplete: { styleOverrides: { paper: floating } },
      MuiPickerPopper: { styleOverrides: { paper: floating } },
      MuiTooltip: {
        // A tooltip repeats the name of what it stands at, or describes it: it is no content of the page by itself.
        defaultProps: { enterTouchDelay: 300, arrow: false, slotProps: { popper: { 'aria-hidden': true } } },
        styleOverrides: {
          tooltip: {
            backgroundColor: mode === 'dark' ? '#2A333F' : '#1A2230',
            color: mode === 'dark' ? c.text : '#FFFFFF',
            fontSize: 12,
            fontWeight: 400,
          },
        },
      },
      MuiButton: {
        defaultProps: { disableElevation: true, disableRipple: true },
        styleOverrides: { root: { minHeight: 36, borderRadius: 8 }, sizeSmall: { minHeight: 32 } },
      },
      MuiIconButton: { defaultProps: { disableRipple: true } },
      MuiTextField: { defaultProps: { variant: 'outlined', size: 'small', margin: 'none' } },
      MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small', margin: 'none' } },
      MuiOutlinedInput: {
        styleOverrides: {
          root: { backgroundColor: c.card },
          input: { '&::placeholder': { color: c.quiet, opacity: 1 } },
          notchedOutline: { borderColor: alpha(c.quiet, 0.5) },
        },
      },
      MuiTableCell: {
        styleOverrides: {
          root: { fontSize: 13, borderBottomColor: c.line, fontVariantNumeric: 'tabular-nums', height: 40 },
          head: { fontWeight: 600, color: c.quiet, backgroundColor: c.card },
          sizeSmall: { padding: '4px 12px' },
        },
      },
      MuiTableRow: { styleOverrides: { root: { '&:hover': { backgroundColor: hover } } } },
      MuiLink: { defaultProps: { underline: 'hover' } },
      MuiAlert: {
        styleOverrides: {
          root: {
            borderRadius: 8,
            color: c.text,
            '&.MuiAlert-colorError': notice(c.danger),
            '&.MuiAlert-colorWarning': notice(c.warning),
            '&.MuiAlert-colorInfo': notice(c.accent),
            '&.MuiAlert-colorSuccess': notice(c.success),
          },
        },
      },
      MuiSnackbarContent: {
        styleOverrides: { root: { backgroundColor: c.raised, color: c.text, border: `1px solid ${c.line}` } },
      },
      MuiLinearProgress: { styleOverrides: { root: { borderRadius: 4 } } },
    },
  }
}

export const darkTheme = theme('dark')
export const lightTheme = theme('light')
