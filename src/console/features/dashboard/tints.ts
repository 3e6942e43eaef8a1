/** The colours of the map: one hue from the surface to the accent, and on each what can be read (look.md, Colour). */
import { getContrastRatio, type Theme } from '@mui/material/styles'
import { mix } from '../../ui/mix'
import { strengthOf } from './classes'
import type { View } from './regions'

export interface Tints {
  /** A region of nothing. */
  none: string
  of: (index: number | undefined, classes: number) => string
  /** The better of light and dark on a tint. */
  textOn: (tint: string) => string
}

/** Between black and white, one reaches 4.5:1 on any colour. */
const INKS = ['#FFFFFF', '#000000']

export function tintsOf({ palette }: Theme, view: View): Tints {
  const hue = view === 'offline' ? palette.warning : view === 'unplaced' ? palette.neutral : palette.primary
  const surface = palette.background.paper
  const none = mix(palette.neutral.main, surface, palette.mode === 'dark' ? 0.14 : 0.1)
  return {
    none,
    of: (index, classes) => (index === undefined ? none : mix(hue.main, surface, strengthOf(index, classes))),
    textOn: tint =>
      INKS.reduce((best, ink) => (getContrastRatio(ink, tint) > getContrastRatio(best, tint) ? ink : best)),
  }
}
