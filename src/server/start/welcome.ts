/** The summary on the terminal once the server is ready. */
import type { Locale } from '../../engine/compiled'
import { DEMO_LOGINS, DEMO_PASSWORD } from '../demo'
import type { FirstStart } from './firstStart'
import { terminalSentence } from './startProblem'

interface Facts {
  service: string
  url: string
  /** The URL for devices; `undefined` without a gateway. */
  devices: string | undefined
  /** The data folder, or the address of the database without password. */
  data: string
  first: FirstStart
  /** The file with the password of the first master, if no terminal showed it. */
  passwordFile?: string | undefined
  /** Whether the console is built. */
  screens: boolean
  locale: Locale
  /** The label of a level, such as `master`. */
  levelLabel(level: string): string
}

export function welcome(summary: Facts): string {
  const { service, url, devices, data, first, passwordFile, screens, locale, levelLabel } = summary
  const sentence = (key: string, params = {}) => terminalSentence(key, params, locale)
  const facts: [string, string][] = [
    [sentence('open'), url],
    ...(devices ? [[sentence('devices'), devices] satisfies [string, string]] : []),
    [sentence('data'), data],
  ]
  if (first.kind === 'master') {
    facts.push([sentence('master'), first.email])
    if (passwordFile) facts.push([sentence('masterPasswordFile'), passwordFile])
  }
  const lines = ['', `  ${service}`, '', ...aligned(facts)]
  if (first.kind === 'demo') {
    const logins = DEMO_LOGINS.map(({ email, level }): [string, string] => [email, levelLabel(level)])
    lines.push('', `  ${sentence('demo', { password: DEMO_PASSWORD })}`, ...aligned(logins))
  }
  if (!screens) lines.push('', `  ${sentence('noConsole')}`)
  return `${[...lines, '', `  ${sentence('stop')}`, ''].join('\n')}\n`
}

/** Shows the generated password of the first master, before the account is created. */
export const masterLines = (email: string, password: string, locale: Locale): string => {
  const sentence = (key: string) => terminalSentence(key, {}, locale)
  return `\n${aligned([
    [sentence('master'), email],
    [sentence('masterPasswordOnce'), password],
  ]).join('\n')}\n`
}

/** Aligns the values after their labels. */
function aligned(facts: [string, string][]): string[] {
  const width = Math.max(...facts.map(([label]) => columns(label)))
  return facts.map(([label, value]) => `  ${label}${' '.repeat(width - columns(label))}  ${value}`)
}

/** The width on a terminal. From U+1100 (Hangul) on, a character takes two columns. */
const columns = (text: string) => [...text].reduce((sum, char) => sum + (char > '\u1100' ? 2 : 1), 0)
