/** What holds for the page as a whole: focus, zoom, print, reduced motion and the colours of the user. */
import { BAR_HEIGHT, LOW_SCREEN } from '../../ui/screenHeights'
import { colours, type Mode } from './colours'
import { pieces } from './pieces'

/** Where the bottom bar is; above it the buttons of a form, or what is done with the chosen orders. */
const PHONE = '@media (max-width: 899.95px)'
const FORM_BAR = 76
const THUMB_BAR = 128

/**
 * Where the user's own colours replace ours (Windows contrast themes), what is chosen keeps a mark, and figures their
 * colours.
 */
const FORCED_COLOURS = {
  '@media (forced-colors: active)': {
    ':is([aria-selected="true"], [aria-pressed="true"], [aria-current="page"], [aria-checked="true"]), .Mui-selected':
      {
        outline: '2px solid Highlight',
        outlineOffset: -2,
      },
    // The library takes every outline from its options; the one that Enter would take is dashed.
    '[role="option"]': { outlineOffset: '-2px !important' },
    '[role="option"].Mui-focused': { outline: '2px dashed CanvasText !important' },
    '[role="option"][aria-selected="true"]': { outline: '2px solid Highlight !important' },
    '[role="option"][aria-selected="true"].Mui-focused': { outline: '2px dashed Highlight !important' },
    '.MuiButton-contained, .MuiFab-root': { border: '1px solid ButtonText' },
    '[data-colour]': { forcedColorAdjust: 'none' },
  },
} as const

/** On paper: no bars and no controls, all of what scrolls, rows in one piece. `App` prints in the light theme. */
const PRINT = {
  '@media print': {
    'header, footer, nav, [role="search"], [role="toolbar"], main .MuiButton-root, main .MuiIconButton-root, main .row-button, .MuiFab-root, .MuiSnackbar-root':
      {
        display: 'none !important',
      },
    'main, main *': { overflow: 'visible !important', maxHeight: 'none !important' },
    'main .MuiTableCell-root': { position: 'static !important', whiteSpace: 'normal !important' },
    'main [data-cut]': { display: 'inline !important', whiteSpace: 'normal !important' },
    'tr, li, section, .MuiCard-root': { breakInside: 'avoid' },
    // Colours that mean something are printed.
    '[data-colour]': { printColorAdjust: 'exact' },
  },
} as const

export const baseline = (mode: Mode) => ({
  // What gets the focus comes out from under the bars that stay.
  html: {
    colorScheme: mode,
    scrollPaddingTop: BAR_HEIGHT + 8,
    scrollPaddingBottom: FORM_BAR,
    [PHONE]: { scrollPaddingBottom: BAR_HEIGHT + THUMB_BAR },
    [LOW_SCREEN]: { scrollPaddingTop: 0, scrollPaddingBottom: 0 },
  },
  body: { wordBreak: 'keep-all', overflowWrap: 'anywhere' },
  // Browsers give controls a font of their own.
  'button, input, select, textarea': { font: 'inherit' },
  ...pieces(mode),
  ...FORCED_COLOURS,
  ...PRINT,
  'code, time, .tabular': { fontVariantNumeric: 'tabular-nums' },
  ':focus-visible': { outline: `2px solid ${colours[mode].accent}`, outlineOffset: 2 },
  '@media (prefers-reduced-motion: reduce)': {
    '*, *::before, *::after': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      // A short duration would make transitions where there are none: colours that are inherited would come late.
      transitionProperty: 'none !important',
      scrollBehavior: 'auto !important',
    },
  },
})
