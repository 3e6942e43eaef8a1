/** All colours of the themes. A test checks the contrast of each pair. */
export const colours = {
  dark: {
    page: '#0B0D11',
    /** In inputs. */
    well: '#0F1319',
    card: '#14181F',
    raised: '#1C232C',
    text: '#E6EAF0',
    quiet: '#9BA7B4',
    accent: '#4C9AFF',
    success: '#3FB68B',
    warning: '#E5A23D',
    danger: '#F0616D',
    /** Not darker: #7D8896 has a contrast of only 4.4:1 on the raised surface. */
    neutral: '#828D9B',
    /** Text on accent and status colours. */
    onAccent: '#0B0D11',
    line: 'rgba(255, 255, 255, 0.1)',
  },
  light: {
    page: '#F6F7F9',
    well: '#FFFFFF',
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

/** The font `Stand-in` is defined in `standIns`. */
export const FONT =
  '"Pretendard Variable", Pretendard, Stand-in, "Apple SD Gothic Neo", "Noto Sans KR", "Malgun Gothic", system-ui, sans-serif'

export type Mode = keyof typeof colours
