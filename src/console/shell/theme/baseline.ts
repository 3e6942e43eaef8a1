/** Global styles: focus, scrolling, print, reduced motion and forced colours. */
import { BAR_HEIGHT, LOW_SCREEN } from '../../ui/screenHeights'
import { colours, type Mode } from './colours'
import { plainElements } from './plainElements'

/** Screens with a bottom bar. */
const PHONE = '@media (max-width: 899.95px)'
/** The height of the button bar of a form, in px. */
const FORM_BAR = 76
/** The height that is kept free for sticky bars above the bottom bar, in px. */
const THUMB_BAR = 128

/** For Windows contrast themes, which replace our colours: selected elements get outlines, and dots keep colours. */
const FORCED_COLOURS = {
  '@media (forced-colors: active)': {
    ':is([aria-selected="true"], [aria-pressed="true"], [aria-current="page"], [aria-checked="true"]), .Mui-selected':
      {
        outline: '2px solid Highlight',
        outlineOffset: -2,
      },
    // MUI removes the outline of options. The option that Enter would pick gets a dashed one.
    '[role="option"]': { outlineOffset: '-2px !important' },
    '[role="option"].Mui-focused': { outline: '2px dashed CanvasText !important' },
    '[role="option"][aria-selected="true"]': { outline: '2px solid Highlight !important' },
    '[role="option"][aria-selected="true"].Mui-focused': { outline: '2px dashed Highlight !important' },
    '.MuiButton-contained, .MuiFab-root': { border: '1px solid ButtonText' },
    '[data-colour]': { forcedColorAdjust: 'none' },
  },
} as const

/**
 * Prints no bars and controls, expands scroll areas, fits tables into the width of A4, and keeps rows in one piece.
 * `App` uses the light theme.
 */
const PRINT = {
  '@page': { size: 'A4 landscape', margin: '10mm' },
  '@media print': {
    'header, footer, nav, [role="search"], [role="toolbar"], main .MuiButton-root, main .MuiIconButton-root, main .row-button, .MuiFab-root, .MuiSnackbar-root':
      {
        display: 'none !important',
      },
    'main, main *': { overflow: 'visible !important', maxHeight: 'none !important' },
    'main table': { minWidth: '0 !important', width: '100% !important' },
    'main :is(td, th)': {
      position: 'static !important',
      whiteSpace: 'normal !important',
      minWidth: '0 !important',
      maxWidth: 'none !important',
      width: 'auto !important',
      padding: '2px 4px !important',
      fontSize: '9px !important',
    },
    'main :is(td, th) *': {
      whiteSpace: 'normal !important',
      fontSize: 'inherit !important',
      minWidth: '0 !important',
    },
    'main :is(td, th):has(input[type="checkbox"])': { display: 'none !important' },
    'main [data-truncated]': { display: 'inline !important', whiteSpace: 'normal !important' },
    'tr, li, section, .MuiCard-root': { breakInside: 'avoid' },
    // Prints colours that have a meaning.
    '[data-colour]': { printColorAdjust: 'exact' },
  },
} as const

export const baseline = (mode: Mode) => ({
  // A focused element is not scrolled under the sticky bars.
  html: {
    colorScheme: mode,
    scrollPaddingTop: BAR_HEIGHT + 8,
    scrollPaddingBottom: FORM_BAR,
    [PHONE]: { scrollPaddingBottom: BAR_HEIGHT + THUMB_BAR },
    [LOW_SCREEN]: { scrollPaddingTop: 0, scrollPaddingBottom: 0 },
  },
  body: { wordBreak: 'keep-all', overflowWrap: 'anywhere' },
  // By default browsers use another font for controls.
  'button, input, select, textarea': { font: 'inherit' },
  ...plainElements(mode),
  ...FORCED_COLOURS,
  ...PRINT,
  'code, time, .tabular': { fontVariantNumeric: 'tabular-nums' },
  ':focus-visible': { outline: `2px solid ${colours[mode].accent}`, outlineOffset: 2 },
  '@media (prefers-reduced-motion: reduce)': {
    '*, *::before, *::after': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      // Not a short `transitionDuration`: it would add transitions to all elements, and delay inherited colours.
      transitionProperty: 'none !important',
      scrollBehavior: 'auto !important',
    },
  },
})
