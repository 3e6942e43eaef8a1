/** The contrast of the themes. */
import { describe, expect, it } from 'vitest'
import { colours } from '../../src/console/shell/theme'
import { blendColours } from '../../src/console/ui/blendColours'

/** Relative luminance and contrast as WCAG 2 defines them. */
const luminance = (hex: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (a: string, b: string) => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

const WRITTEN = ['text', 'quiet', 'accent', 'success', 'warning', 'danger', 'neutral'] as const
const SURFACES = ['page', 'well', 'card', 'raised'] as const
const FILLED = ['accent', 'success', 'warning', 'danger'] as const

describe.each(['dark', 'light'] as const)('the %s theme has a contrast of at least 4.5:1', mode => {
  const c = colours[mode]

  it('of text on its surfaces, on filled buttons and in notices', () => {
    const pairs = [
      ...WRITTEN.flatMap(ink =>
        SURFACES.map(surface => [c[ink], c[surface], `${ink} on ${surface}`] as const),
      ),
      ...FILLED.map(fill => [c.onAccent, c[fill], `text on ${fill}`] as const),
      ...(['text', 'quiet'] as const).map(
        ink => [c[ink], blendColours(c.accent, c.card, 0.14), `${ink} on a chosen card`] as const,
      ),
      ...FILLED.map(fill => [c.text, blendColours(c[fill], c.raised, 0.14), `notice of ${fill}`] as const),
    ]
    for (const [ink, surface, name] of pairs) expect(contrast(ink, surface), name).toBeGreaterThanOrEqual(4.5)
  })
})
