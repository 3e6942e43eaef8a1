/**
 * Styles of elements that are repeated dozens of times on a page: truncated and copyable texts, times, dots, buttons of
 * rows. They are plain elements with a class, because styled components would take most of the time to render a list.
 */
import { visuallyHidden } from '@mui/utils'
import { colours, type Mode } from './colours'

/** The paths of Material's icons `CheckBoxOutlineBlank` and `CheckBox`. */
const BOX = 'M19 5v14H5V5zm0-2H5c-1.1 0-2 .9-2 2v14c0 1.1.9 2 2 2h14c1.1 0 2-.9 2-2V5c0-1.1-.9-2-2-2'
const CHECKED_BOX =
  'M19 3H5c-1.1 0-2 .9-2 2v14c0 1.1.9 2 2 2h14c1.1 0 2-.9 2-2V5c0-1.1-.89-2-2-2m-9 14-5-5 1.41-1.41L10 14.17l7.59-7.59L19 8z'

const icon = (path: string, colour: string) =>
  `center / 24px url("data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="${colour}"><path d="${path}"/></svg>`,
  )}") no-repeat`

export function plainElements(mode: Mode) {
  const c = colours[mode]
  const plainButton = {
    padding: 0,
    border: 0,
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  }
  return {
    '.visually-hidden': visuallyHidden,
    '.figures': { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
    '.quiet': { color: c.quiet },
    // `:where` has no specificity, so that the styles of an `sx` prop take precedence.
    ':where(.truncated)': {
      display: 'inline-block',
      minWidth: 0,
      maxWidth: '100%',
      overflow: 'hidden',
      verticalAlign: 'middle',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
    ':where(.truncated-lines)': {
      display: '-webkit-inline-box',
      WebkitBoxOrient: 'vertical',
      WebkitLineClamp: 2,
      whiteSpace: 'inherit',
    },
    // Inside the box: `overflow: hidden` would clip an outline outside of it.
    '.truncated:focus-visible, .truncated :focus-visible': { outlineOffset: -2 },
    // The minimum size for a finger, even if two times are on adjacent lines (WCAG 2.5.8).
    '.time': { ...plainButton, minHeight: 24, borderRadius: 2, textAlign: 'inherit', cursor: 'help' },
    '.copy': {
      ...plainButton,
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      gap: 4,
      borderRadius: 6,
      cursor: 'pointer',
      verticalAlign: 'middle',
      '& svg': { width: 14, height: 14, fill: 'currentcolor', flex: 'none', color: c.quiet, opacity: 0 },
      '&.copied svg': { color: c.success, opacity: 1 },
      '&:hover svg, &:focus-visible svg': { opacity: 1 },
    },
    // A link to the page of a record.
    '.page-link': {
      color: 'inherit',
      textDecorationColor: 'color-mix(in srgb, currentcolor 45%, transparent)',
      textUnderlineOffset: 3,
      padding: '4px 0',
      '&:hover': { color: c.accent },
    },
    // A click on the row opens the page, too (`openRow`).
    ':is(tr, li):has(.page-link)': { cursor: 'pointer' },
    '.linked': {
      display: 'inline-flex',
      alignItems: 'center',
      fontVariantNumeric: 'tabular-nums',
      whiteSpace: 'nowrap',
      // The minimum size for a finger (WCAG 2.5.8).
      '& > button': { minWidth: 24, minHeight: 24 },
      '&:hover svg': { opacity: 1 },
    },
    // The buttons and the checkbox of a row: with MUI they would be thirty components per row.
    '.row-button': {
      ...plainButton,
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      padding: 4,
      borderRadius: '50%',
      cursor: 'pointer',
      // Fingers need more room than a pointer.
      '@media (pointer: coarse)': { width: 44, height: 44 },
      '&:hover': { color: c.text, backgroundColor: `color-mix(in srgb, currentcolor 8%, transparent)` },
      '&:focus-visible': { backgroundColor: `color-mix(in srgb, currentcolor 12%, transparent)` },
    },
    // Shown in every row, this button would be noise: only the row with the pointer or the focus and the row of the
    // open panel show it. Where nothing can hover, all rows do.
    '@media (hover: hover)': {
      'tr:not(:hover, :focus-within, [aria-current]) [data-peek]': { opacity: 0 },
    },
    // Keeps the place of an action in every row, even in rows that do not have the action.
    '.row-slot': {
      display: 'inline-flex',
      justifyContent: 'center',
      alignItems: 'center',
      minWidth: 28,
      verticalAlign: 'middle',
      color: c.quiet,
      '@media (pointer: coarse)': { minWidth: 44 },
    },
    // The background of a row that the user has just made.
    '.row-made > td, li.row-made': { backgroundColor: `color-mix(in srgb, ${c.accent} 14%, transparent)` },
    '.row-box': {
      appearance: 'none',
      display: 'block',
      width: 24,
      height: 24,
      margin: 0,
      borderRadius: 6,
      cursor: 'pointer',
      background: icon(BOX, c.quiet),
      '&:checked': { background: icon(CHECKED_BOX, c.accent) },
      '@media (forced-colors: active)': { appearance: 'auto', background: 'none' },
    },
    '.skeleton': {
      display: 'block',
      height: '0.75em',
      minWidth: 24,
      borderRadius: 6,
      backgroundColor: c.line,
      animation: 'skeleton 2s ease-in-out 0.5s infinite',
      '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
    },
    '@keyframes skeleton': { '50%': { opacity: 0.4 } },
    '.status': { display: 'inline-flex', alignItems: 'center', gap: 6, whiteSpace: 'nowrap' },
    '.status-dot': { width: 8, height: 8, flex: 'none', borderRadius: '50%' },
    '.status-dot-primary': { backgroundColor: c.accent },
    '.status-dot-success': { backgroundColor: c.success },
    '.status-dot-warning': { backgroundColor: c.warning },
    '.status-dot-danger': { backgroundColor: c.danger },
    '.status-dot-neutral': { backgroundColor: c.neutral },
    '.status-dot-hollow': { border: `2px solid ${c.neutral}` },
    '.signal': { display: 'inline-flex', alignItems: 'center', gap: 6, whiteSpace: 'nowrap' },
    '.signal-bars': { width: 15, height: 12, flex: 'none', fill: 'currentcolor' },
    '.signal-primary': { color: c.accent },
    '.signal-success': { color: c.success },
    '.signal-warning': { color: c.warning },
    '.signal-danger': { color: c.danger },
    '.signal-empty': { fill: c.line },
    '.unit': { color: c.quiet, fontSize: 12 },
    '.connection': { display: 'inline-flex', alignItems: 'baseline', gap: 6, whiteSpace: 'nowrap' },
    '.since': { color: c.quiet, fontSize: 12 },
  } as const
}
