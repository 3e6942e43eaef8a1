/** The colours of the map: one hue, from the surface to the accent or another colour of the theme. */
import { getContrastRatio, type Theme } from '@mui/material'
import { mix } from '../../../ui/mix'
import type { View } from './views'

export interface Colours {
  /** Of a region whose value is 0 or unknown. */
  none: string
  /** Of a class, counted from 0. */
  of: (index: number | undefined, classes: number) => string
  /** Black or white, whichever has more contrast on a colour: one of them always reaches 4.5:1. */
  textOn: (colour: string) => string
}

export function coloursOf({ palette }: Theme, view: View): Colours {
  const hue = view === 'offline' ? palette.warning : view === 'unplaced' ? palette.neutral : palette.primary
  const surface = palette.background.paper
  const none = mix(palette.neutral.main, surface, palette.mode === 'dark' ? 0.14 : 0.1)
  return {
    none,
    of: (index, classes) => (index === undefined ? none : mix(hue.main, surface, strengthOf(index, classes))),
    textOn: colour =>
      getContrastRatio('#FFFFFF', colour) >= getContrastRatio('#000000', colour) ? '#FFFFFF' : '#000000',
  }
}

/** The share of the hue in a class; even the lowest class differs from `none`. */
const strengthOf = (index: number, classes: number) =>
  classes <= 1 ? 0.6 : 0.3 + (0.7 * index) / (classes - 1)
