/** What the terminal shows once the server answers. */
import type { Locale } from '../../engine/compiled'
import { DEMO_LOGINS, DEMO_PASSWORD } from '../demo'
import type { FirstStart } from './firstStart'
import { terminalSentence } from './startProblem'

interface Facts {
  service: string
  url: string
  /** Where devices connect; nowhere without a gateway. */
  devices: string | undefined
  /** Where the records are, without a password. */
  data: string
  first: FirstStart
  /** Where the password of a first master was written, when no terminal showed it. */
  passwordFile?: string | undefined
  /** False when there are no built screens to show. */
  screens: boolean
  locale: Locale
  /** The name of a level, such as `master`, for people. */
  levelLabel(level: string): string
}

/** Short enough to be read whole. */
export function welcome(facts: Facts): string {
  const { service, url, devices, data, first, passwordFile, screens, locale, levelLabel } = facts
  const sentence = (key: string, params = {}) => terminalSentence(key, params, locale)
  const known: [string, string][] = [
    [sentence('open'), url],
    ...(devices ? [[sentence('devices'), devices] satisfies [string, string]] : []),
    [sentence('data'), data],
  ]
  if (first.kind === 'master') {
    known.push([sentence('master'), first.email])
    if (passwordFile) known.push([sentence('masterPasswordFile'), passwordFile])
  }
  const lines = ['', `  ${service}`, '', ...aligned(known)]
  if (first.kind === 'demo') {
    const logins = DEMO_LOGINS.map(({ email, level }): [string, string] => [email, levelLabel(level)])
    lines.push('', `  ${sentence('demo', { password: DEMO_PASSWORD })}`, ...aligned(logins))
  }
  if (!screens) lines.push('', `  ${sentence('noConsole')}`)
  return `${[...lines, '', `  ${sentence('stop')}`, ''].join('\n')}\n`
}

/** The first master with the password that was made up for it; shown before the account is made. */
export const masterLines = (email: string, password: string, locale: Locale): string => {
  const sentence = (key: string) => terminalSentence(key, {}, locale)
  return `\n${aligned([
    [sentence('master'), email],
    [sentence('masterPasswordOnce'), password],
  ]).join('\n')}\n`
}

function aligned(facts: [string, string][]): string[] {
  const width = Math.max(...facts.map(([label]) => columns(label)))
  return facts.map(([label, value]) => `  ${label}${' '.repeat(width - columns(label))}  ${value}`)
}

/** Hangul takes two columns of a terminal. */
const columns = (text: string) => [...text].reduce((sum, char) => sum + (char > '\u1100' ? 2 : 1), 0)
