/**
 * System fonts that are shown until the web font has loaded. They are scaled to the widths of the web font, so that no
 * text moves or wraps differently when it loads. `tests/sweeps/loading.sweep.ts` compares the widths.
 */

const STAND_IN = 'Stand-in'

/** Regular and bold fonts with the metrics of Arial. Those of Roboto are similar. */
const LATIN = [
  ['Arial', 'Liberation Sans', 'Roboto'],
  ['Arial Bold', 'Liberation Sans Bold', 'Roboto Bold'],
] as const
/** Fonts whose syllables are 0.92 em wide. Apple SD Gothic Neo needs no scaling: it is as wide as Pretendard. */
const HANGUL = [
  ['Malgun Gothic', 'Noto Sans KR', 'Noto Sans CJK KR'],
  ['Malgun Gothic Bold', 'Noto Sans KR Bold', 'Noto Sans CJK KR Bold'],
] as const

/** Width of Pretendard in % of the stand-in, regular and semibold. Letters: the mean of running text. */
const FACES = [
  { fonts: LATIN, range: 'U+20, U+a0', widths: [90, 86] },
  { fonts: LATIN, range: 'U+30-39', widths: [110.4, 115.3] },
  { fonts: LATIN, range: 'U+21-2f, U+3a-7e, U+a1-ff, U+2010-2027', widths: [100, 96.5] },
  { fonts: HANGUL, range: 'U+1100-11ff, U+3130-318f, U+ac00-d7a3', widths: [94, 94] },
] as const

const WEIGHTS = ['1 500', '501 1000'] as const
/** The ascent and descent of Pretendard, in % of the font size. */
const ASCENT = 95.2
const DESCENT = 24.1

/** For `CssBaseline`. */
export const STAND_INS = FACES.flatMap(({ fonts, range, widths }) =>
  WEIGHTS.map((fontWeight, bold) => {
    const width = widths[bold] ?? 100
    const ofSize = (metric: number) => `${((metric / width) * 100).toFixed(1)}%`
    return {
      '@font-face': {
        fontFamily: STAND_IN,
        fontWeight,
        src: fonts[bold]?.map(font => `local("${font}")`).join(', '),
        unicodeRange: range,
        sizeAdjust: `${width}%`,
        ascentOverride: ofSize(ASCENT),
        descentOverride: ofSize(DESCENT),
        lineGapOverride: '0%',
      },
    }
  }),
)
