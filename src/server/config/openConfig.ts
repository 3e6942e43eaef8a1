/** The config in force: read at start, and replaced after each valid change on disk. */
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Compiled, Locale } from '../../engine/compiled'
import { LOCALES, type Messages, type PageData } from '../../engine/i18n'
import { createTranslator, pageDataOf, type Translate } from '../../engine/load/compileMessages'
import { type ConfigError, formatConfigError } from '../../engine/load/problems'
import type { ConfigSource } from '../deps'
import { packageRoot } from '../packageRoot'
import { ConfigRefused, terminalLocale } from '../start/startProblem'
import {
  type Folders,
  type FoldersResult,
  folderState,
  foldersOf,
  readFolders,
  type WatchOptions,
  watchFolders,
} from './configFolder'

/**
 * The result of a change on disk.
 *
 * - `changed`: the new config is in force; `isCorrection` if the previous change was refused
 * - `restored`: after a refused change, the files mean the same as the config in force again
 * - `warned`: only the warnings differ
 * - `refused`: the files are invalid; the previous config stays in force
 */
export type ConfigOutcome =
  | { kind: 'changed'; hash: string; isCorrection: boolean; warnings: string[] }
  | { kind: 'restored'; hash: string; warnings: string[] }
  | { kind: 'warned'; hash: string; warnings: string[] }
  | { kind: 'refused'; lines: string[] }

export interface OpenConfig extends ConfigSource {
  messages(locale: Locale): Messages
  /** The data of the page and of `/config.json`, with the texts of these locales. */
  boot(...locales: Locale[]): PageData
  /** Calls back after each change on disk that makes a difference. @returns removes the listener */
  onOutcome(listener: (outcome: ConfigOutcome) => void): () => void
  /** Reads the folders now. @returns the outcome; `undefined` if nothing has changed */
  reread(): Promise<ConfigOutcome | undefined>
  /** Ends the watch. */
  close(): void
}

interface OpenConfigOptions {
  /** The folder `config/`. */
  folder: string
  /** The folder `i18n/`; by default that of the package. */
  i18n?: string
  /** The owner's folders, which override both. */
  own?: Folders['own']
  /** `false`: do not watch. */
  watch?: Partial<WatchOptions> | false
}

/** The options of an installation: its folder FLEET_CONFIG over the built-in config. */
export function installed(paths: { config: string; i18n?: string | undefined }): OpenConfigOptions {
  const { config, ...others } = foldersOf(paths)
  return { folder: config, ...others }
}

/**
 * Reads the config and watches it.
 *
 * @throws ConfigRefused with all errors
 */
export async function openConfig(options: OpenConfigOptions): Promise<OpenConfig> {
  const folders: Folders = {
    config: options.folder,
    i18n: options.i18n ?? join(packageRoot, 'i18n'),
    own: options.own ?? {},
  }
  const since = await folderState(folders)
  const first = await readFolders(folders)
  if (!first.ok) throw new ConfigRefused(first.errors, await explain(first))

  let { config, messages, warnings } = first
  let translate: Translate = createTranslator(messages)
  const listeners = new Set<(outcome: ConfigOutcome) => void>()
  let refused: readonly ConfigError[] = []
  const apply = async (next: FoldersResult): Promise<ConfigOutcome | undefined> => {
    if (!next.ok) {
      refused = next.errors
      return { kind: 'refused', lines: await explain(next, translate) }
    }
    const isCorrection = refused.length > 0
    refused = []
    if (isSameConfig(next.config, config)) return updateWarnings(next, isCorrection)
    translate = createTranslator(next.messages)
    ;({ config, messages, warnings } = next)
    return {
      kind: 'changed',
      hash: config.shared.hash,
      isCorrection,
      warnings: problemLines(warnings, translate),
    }
  }
  /** For a change that does not affect the config in force: its warnings may still differ. */
  const updateWarnings = (
    next: Extract<FoldersResult, { ok: true }>,
    isCorrection: boolean,
  ): ConfigOutcome | undefined => {
    const isSame = isDeepStrictEqual(warnings, next.warnings)
    ;({ warnings } = next)
    const common = { hash: config.shared.hash, warnings: isSame ? [] : problemLines(warnings, translate) }
    if (isCorrection) return { kind: 'restored', ...common }
    return isSame ? undefined : { kind: 'warned', ...common }
  }
  const reread = async () => {
    const outcome = await apply(await readFolders(folders))
    if (outcome) for (const listener of listeners) listener(outcome)
    return outcome
  }
  const stopWatching =
    options.watch === false
      ? () => {}
      : watchFolders(folders, since, serialized(reread), { settleMs: 100, pollMs: 2000, ...options.watch })

  return {
    current: () => config,
    translate: (locale, key, params) => translate(locale, key, params),
    messages: locale => messages[locale],
    boot: (...locales) =>
      pageDataOf(config.shared, messages, locales.length > 0 ? locales : [config.shared.app.locale]),
    onOutcome(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refused: () => refused,
    warnings: () => warnings,
    reread,
    close: stopWatching,
  }
}

/** The hash covers the browser's part; settings of the server and row rules of roles are compared separately. */
const isSameConfig = (a: Compiled, b: Compiled): boolean =>
  a.shared.hash === b.shared.hash &&
  isDeepStrictEqual(a.server, b.server) &&
  isDeepStrictEqual(a.rows, b.rows)

/**
 * Translates errors into the language of the terminal: with the texts of the failed config if they are readable, else
 * with the current ones, else with the built-in ones.
 */
export async function explain(
  failed: Extract<FoldersResult, { ok: false }>,
  current?: Translate,
): Promise<string[]> {
  const ofFailed = failed.messages && createTranslator(failed.messages)
  const translators = [ofFailed, current, ofFailed || current ? undefined : await packageTranslator()]
  const translate = firstOf(translators.filter(translator => translator !== undefined))
  return problemLines(failed.errors, translate)
}

/** Translates problems into lines in the language of the terminal. */
export function problemLines(problems: readonly ConfigError[], translate: Translate): string[] {
  const sentence = sentenceOf(translate, terminalLocale())
  return problems.map(problem => formatConfigError(problem, sentence))
}

/** The sentence of an error, followed by optional hints. */
export const sentenceOf =
  (translate: Translate, locale: Locale) => (key: string, params: ConfigError['params']) =>
    [
      translate(locale, key, params),
      ...(params.isLeftOut ? [translate(locale, 'config.gaveWay')] : []),
      ...(params.hint ? [translate(locale, 'config.hint', { hint: params.hint })] : []),
    ].join(' ')

/** The first translator that has the key, in this language or another: the texts themselves may be invalid. */
function firstOf(translators: readonly Translate[]): Translate {
  return (locale, key, params) => {
    for (const language of [locale, ...LOCALES])
      for (const translate of translators) {
        const sentence = translate(language, key, params)
        if (sentence !== key) return sentence
      }
    return key
  }
}

/** The built-in texts, for when the texts of the installation are invalid. */
export async function packageTranslator(): Promise<Translate> {
  const builtIn = await readFolders({ config: join(packageRoot, 'config'), i18n: join(packageRoot, 'i18n') })
  return builtIn.messages ? createTranslator(builtIn.messages) : (_locale, key) => key
}

/** Never runs `work` twice at the same time. Calls during a run lead to one more run after it. */
function serialized(work: () => Promise<unknown>): () => void {
  let isRunning = false
  let isRequested = false
  return async () => {
    isRequested = true
    if (isRunning) return
    isRunning = true
    while (isRequested) {
      isRequested = false
      await work()
    }
    isRunning = false
  }
}
