/** Errors that prevent the start: shown as one sentence on stderr without stack trace, exit code 1. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '../../engine/compiled'
import { fill, LOCALES } from '../../engine/i18n'
import type { ConfigError } from '../../engine/load/problems'
import { packageRoot } from '../packageRoot'
import { errorCode } from '../store/failures'

/** An error that prevents the start. Its message is `start.{code}` in i18n. */
export class StartProblem extends Error {
  override name = 'StartProblem'

  constructor(
    readonly code: string,
    readonly params: Readonly<Record<string, string | number>> = {},
    options?: ErrorOptions,
  ) {
    super(code, options)
  }
}

/** An invalid config. The message has a line per error: `file:line:col path message`. */
export class ConfigRefused extends Error {
  override name = 'ConfigRefused'

  constructor(
    readonly errors: readonly ConfigError[],
    lines: readonly string[],
  ) {
    super(lines.join('\n'))
  }
}

/** Korean, unless the locale of the terminal is English (`LANG=en_US.UTF-8`). */
export function terminalLocale(environment: NodeJS.ProcessEnv = process.env): Locale {
  const locale = environment.LC_ALL || environment.LC_MESSAGES || environment.LANG || ''
  return locale.startsWith('en') ? 'en' : 'ko'
}

/**
 * A message for the terminal. Reads its i18n file directly, because config may be invalid at this point. Falls back to
 * the other language, then to the key.
 *
 * @param key below `start.`
 */
export function terminalSentence(
  key: string,
  params: Readonly<Record<string, string | number>> = {},
  locale: Locale = terminalLocale(),
): string {
  for (const language of [locale, ...LOCALES]) {
    const sentence = phrasesOf(language)?.[key]
    if (typeof sentence === 'string') return fill(sentence, params)
  }
  return [key, ...Object.values(params)].join(' ')
}

function phrasesOf(locale: Locale): Readonly<Record<string, unknown>> | undefined {
  try {
    return Object(JSON.parse(readFileSync(join(packageRoot, 'i18n', locale, 'start.json'), 'utf8')))
  } catch {
    return undefined
  }
}

/** The message for the terminal, for any thrown value. */
export function whyNotStarted(error: unknown): string {
  if (error instanceof ConfigRefused) return `${terminalSentence('configBroken')}\n${error.message}`
  const { code, params } =
    error instanceof StartProblem ? error : new StartProblem('unexpected', { cause: firstLine(error) })
  return terminalSentence(code, params)
}

/** The first line of an error's message. */
export const firstLine = (error: unknown): string =>
  String(error instanceof Error ? error.message || errorCode(error) : error).split('\n', 1)[0]!
