/** Default props and styles of MUI's components. */
import { alpha, type Components, type Theme } from '@mui/material'
import type {} from '@mui/x-date-pickers/themeAugmentation'
import { blendColours } from '../../ui/blendColours'
import { WaitingPaper } from '../../ui/notices/StillWaiting'
import { LOW_SCREEN } from '../../ui/screenHeights'
import { baseline } from './baseline'
import { colours, type Mode } from './colours'
import { STAND_INS } from './standIns'

/** Radius of cards and dialogs, and heights of controls, in px. */
const SURFACE_RADIUS = 10
const CONTROL = 40
const DENSE_CONTROL = 32

/** Labels are above their fields instead of in the outline. */
const LABEL = {
  position: 'static',
  transform: 'none',
  maxWidth: '100%',
  marginBottom: 4,
  fontSize: 12,
  lineHeight: 1.5,
  whiteSpace: 'normal',
  pointerEvents: 'auto',
} as const
const WITHOUT_NOTCH = { top: 0, '& legend': { display: 'none' } } as const

export function components(mode: Mode): Components<Theme> {
  const c = colours[mode]
  // Opaque, because toasts float over content.
  const notice = (colour: string) => ({
    backgroundColor: blendColours(colour, c.raised, 0.14),
    border: `1px solid ${blendColours(colour, c.raised, 0.45)}`,
    '& .MuiAlert-icon': { color: colour },
  })
  // Popups and dialogs: a lighter surface in the dark theme, a shadow in the light theme.
  const floating = {
    backgroundColor: c.raised,
    border: `1px solid ${c.line}`,
    boxShadow: mode === 'dark' ? 'none' : '0 8px 24px rgba(26, 34, 48, 0.16)',
  }
  return {
    MuiCssBaseline: { styleOverrides: () => [...STAND_INS, baseline(mode)] },
    MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiDialogTitle: { styleOverrides: { root: { overflowWrap: 'anywhere' } } },
    MuiDialogActions: { styleOverrides: { root: { flexWrap: 'wrap', rowGap: 8, padding: '8px 24px 16px' } } },
    MuiCard: {
      defaultProps: { variant: 'outlined' },
      styleOverrides: { root: { borderRadius: SURFACE_RADIUS } },
    },
    MuiDialog: {
      defaultProps: { PaperComponent: WaitingPaper },
      styleOverrides: {
        paper: {
          ...floating,
          borderRadius: SURFACE_RADIUS,
          // In a low window the whole dialog scrolls: title and buttons would leave no room for the content.
          [LOW_SCREEN]: {
            display: 'block',
            '&:not(.MuiDialog-paperFullScreen)': { margin: 8, maxHeight: 'calc(100% - 16px)' },
            '& .MuiDialogContent-root': { overflowY: 'visible' },
          },
        },
      },
    },
    MuiMenu: { styleOverrides: { paper: { ...floating, marginTop: 4 } } },
    MuiMenuItem: { styleOverrides: { root: { whiteSpace: 'normal', overflowWrap: 'anywhere' } } },
    MuiChip: {
      styleOverrides: {
        root: { height: 'auto', minHeight: 32, maxWidth: '100%' },
        sizeSmall: { minHeight: 24 },
        label: { whiteSpace: 'normal', overflowWrap: 'anywhere', paddingInline: 12 },
        labelSmall: { paddingInline: 8 },
      },
    },
    // The colours of an avatar that shows a letter or an icon instead of a picture.
    MuiAvatar: {
      styleOverrides: { colorDefault: { fontWeight: 600, backgroundColor: c.accent, color: c.onAccent } },
    },
    MuiPopover: { styleOverrides: { paper: floating } },
    MuiDrawer: { styleOverrides: { paper: floating } },
    MuiAutocomplete: { styleOverrides: { paper: floating } },
    MuiPickerPopper: { styleOverrides: { paper: floating } },
    // By default a scroll bar appears only on hover, so users may not notice that there are more hours.
    MuiMultiSectionDigitalClockSection: { styleOverrides: { root: { overflowY: 'auto' } } },
    MuiTooltip: {
      // Screen readers get the text of a tooltip from the name or the description of its element.
      defaultProps: { enterTouchDelay: 300, slotProps: { popper: { 'aria-hidden': true } } },
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
      styleOverrides: {
        root: { minHeight: CONTROL, padding: '4px 16px' },
        text: { paddingInline: 8 },
        sizeSmall: { minHeight: DENSE_CONTROL, paddingInline: 12 },
        sizeLarge: { fontSize: 14 },
      },
    },
    MuiDivider: { styleOverrides: { wrapper: { paddingInline: 8 } } },
    MuiIconButton: {
      defaultProps: { disableRipple: true },
      styleOverrides: {
        root: { width: CONTROL, height: CONTROL, padding: 4 },
        sizeSmall: { width: DENSE_CONTROL, height: DENSE_CONTROL },
      },
    },
    MuiToggleButton: {
      styleOverrides: {
        root: { minHeight: CONTROL, padding: '4px 12px', lineHeight: 1.5 },
        sizeSmall: { minHeight: DENSE_CONTROL, padding: '4px 12px' },
      },
    },
    MuiTabs: { styleOverrides: { root: { minHeight: CONTROL } } },
    MuiTab: { styleOverrides: { root: { minHeight: CONTROL, padding: '8px 16px' } } },
    MuiCheckbox: {
      styleOverrides: { root: { padding: 8 } },
      defaultProps: {
        // react-admin sets the aria-label on the root, which has no role: it is moved to the input.
        slotProps: {
          root: { 'aria-label': undefined },
          input: ({ inputProps, 'aria-label': label }) => ({ ...inputProps, 'aria-label': label }),
        },
      },
    },
    // By default the text of a button cannot be selected, so a copied list would lack the heads of sortable columns.
    MuiTableSortLabel: { styleOverrides: { root: { userSelect: 'text' } } },
    // iOS zooms into inputs whose text is smaller.
    MuiInputBase: { styleOverrides: { root: { '@media (pointer: coarse)': { fontSize: 16 } } } },
    MuiPickersInputBase: { styleOverrides: { root: { '@media (pointer: coarse)': { fontSize: 16 } } } },
    MuiInputLabel: {
      defaultProps: { shrink: true },
      styleOverrides: { root: LABEL, outlined: LABEL, sizeSmall: LABEL },
    },
    MuiPickersOutlinedInput: {
      styleOverrides: {
        root: { minHeight: CONTROL, padding: '0 12px' },
        sectionsContainer: { padding: '8px 0' },
        notchedOutline: { borderColor: alpha(c.quiet, 0.5), ...WITHOUT_NOTCH },
      },
    },
    MuiFormHelperText: { styleOverrides: { root: { marginInline: 0 } } },
    MuiRadio: { styleOverrides: { root: { padding: 8 } } },
    MuiTextField: { defaultProps: { size: 'small' } },
    MuiFormControl: { defaultProps: { size: 'small' } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: { backgroundColor: c.well, minHeight: CONTROL },
        input: { '&::placeholder': { color: c.quiet, opacity: 1 } },
        inputSizeSmall: { padding: '8px 12px' },
        adornedStart: { paddingLeft: 12 },
        adornedEnd: { paddingRight: 12 },
        multiline: { padding: '8px 12px' },
        notchedOutline: { borderColor: alpha(c.quiet, 0.5), ...WITHOUT_NOTCH },
      },
    },
    MuiTableCell: {
      styleOverrides: {
        root: { fontSize: 13, borderBottomColor: c.line, fontVariantNumeric: 'tabular-nums', height: 40 },
        head: { fontWeight: 600, color: c.quiet, backgroundColor: c.card },
        sizeSmall: { padding: '4px 12px' },
      },
    },
    MuiTableRow: {
      styleOverrides: {
        root: ({ theme }) => ({ '&:hover': { backgroundColor: theme.palette.action.hover } }),
      },
    },
    MuiLink: { defaultProps: { underline: 'hover' } },
    MuiAlert: {
      styleOverrides: {
        root: {
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
  }
}
