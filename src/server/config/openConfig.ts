/** The config in force: read at start, and replaced when it changes, unless the change is broken. */
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Compiled, Locale } from '../../engine/compiled'
import type { Messages, PageData } from '../../engine/i18n'
import { LOCALES } from '../../engine/i18n'
import { bootOf, createTranslator, type Translate } from '../../engine/load/compileMessages'
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
 * What became of a change. `mended`: the one before was refused. `restored`: what was refused is as it was before.
 * `warned`: what is in force did not change, but there is something else to warn of.
 */
export type ConfigOutcome =
  | { kind: 'changed'; hash: string; mended: boolean; warnings: string[] }
  | { kind: 'restored'; hash: string; warnings: string[] }
  | { kind: 'warned'; hash: string; warnings: string[] }
  | { kind: 'refused'; lines: string[] }

export interface OpenConfig extends ConfigSource {
  messages(locale: Locale): Messages
  /** What the page and `/config.json` hold; with several locales, the sentences of each. */
  boot(...locales: Locale[]): PageData
  /** Calls after each change on disk that made a difference. @returns ends that */
  onOutcome(listener: (outcome: ConfigOutcome) => void): () => void
  /** Looks at the folders now. @returns what became of it; `undefined` when nothing had changed */
  reread(): Promise<ConfigOutcome | undefined>
  /** Ends the watch. */
  close(): void
}

interface OpenConfigOptions {
  /** The folder `config/`. */
  folder: string
  /** The folder `i18n/`; that of the package when absent. */
  i18n?: string
  /** What lies over both. */
  own?: Folders['own']
  /** How the folders are watched; `false` for not at all. */
  watch?: Partial<WatchOptions> | false
}

/** What an installation reads: its own folder, FLEET_CONFIG, over what was delivered. */
export function installed(places: { config: string; i18n?: string | undefined }): OpenConfigOptions {
  const { config, ...others } = foldersOf(places)
  return { folder: config, ...others }
}

/**
 * Reads the config and watches it.
 *
 * @throws ConfigRefused with every error there is
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
  const take = async (next: FoldersResult): Promise<ConfigOutcome | undefined> => {
    if (!next.ok) {
      refused = next.errors
      return { kind: 'refused', lines: await explain(next, translate) }
    }
    const mended = refused.length > 0
    refused = []
    if (isSameConfig(next.config, config)) return rewarned(next, mended)
    translate = createTranslator(next.messages)
    ;({ config, messages, warnings } = next)
    return { kind: 'changed', hash: config.shared.hash, mended, warnings: inWords(warnings, translate) }
  }
  /** Files that mean the same as before may still be written so that there is more or less to warn of. */
  const rewarned = (
    next: Extract<FoldersResult, { ok: true }>,
    mended: boolean,
  ): ConfigOutcome | undefined => {
    const isSame = isDeepStrictEqual(warnings, next.warnings)
    ;({ warnings } = next)
    const about = { hash: config.shared.hash, warnings: isSame ? [] : inWords(warnings, translate) }
    if (mended) return { kind: 'restored', ...about }
    return isSame ? undefined : { kind: 'warned', ...about }
  }
  const reread = async () => {
    const outcome = await take(await readFolders(folders))
    if (outcome) for (const listener of listeners) listener(outcome)
    return outcome
  }
  const end =
    options.watch === false
      ? () => {}
      : watchFolders(folders, since, inTurn(reread), { settleMs: 100, pollMs: 2000, ...options.watch })

  return {
    current: () => config,
    translate: (locale, key, params) => translate(locale, key, params),
    messages: locale => messages[locale],
    boot: (...locales) =>
      bootOf(config.shared, messages, locales.length > 0 ? locales : [config.shared.app.locale]),
    onOutcome(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refused: () => refused,
    warnings: () => warnings,
    reread,
    close: end,
  }
}

/** The hash speaks for what browsers get; the settings of the server and the rows of roles are beside that. */
const isSameConfig = (one: Compiled, other: Compiled): boolean =>
  one.shared.hash === other.shared.hash &&
  isDeepStrictEqual(one.server, other.server) &&
  isDeepStrictEqual(one.rows, other.rows)

/** The errors as lines in the language of the terminal, in words as far as the sentences themselves can be read. */
export async function explain(
  failed: Extract<FoldersResult, { ok: false }>,
  known?: Translate,
): Promise<string[]> {
  const own = failed.messages && createTranslator(failed.messages)
  const others = [own, known, own || known ? undefined : await packageSentences()]
  const translate = firstOf(others.filter(one => one !== undefined))
  return inWords(failed.errors, translate)
}

/** Problems as lines in the language of the terminal. */
export function inWords(problems: readonly ConfigError[], translate: Translate): string[] {
  const sentence = sentenceOf(translate, terminalLocale())
  return problems.map(problem => formatConfigError(problem, sentence))
}

/** The sentence of an error. That of a hint is separate, so that there is none where nothing is near. */
export const sentenceOf =
  (translate: Translate, locale: Locale) => (key: string, params: ConfigError['params']) =>
    [
      translate(locale, key, params),
      ...(params.gaveWay ? [translate(locale, 'config.gaveWay')] : []),
      ...(params.hint ? [translate(locale, 'config.hint', { hint: params.hint })] : []),
    ].join(' ')

/** The first that has a sentence, in this language or else in another: what is broken may be the sentences. */
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

/** The sentences that came with the package, for when those of the installation are broken. */
export async function packageSentences(): Promise<Translate> {
  const own = await readFolders({ config: join(packageRoot, 'config'), i18n: join(packageRoot, 'i18n') })
  return own.messages ? createTranslator(own.messages) : (_locale, key) => key
}

/** Runs one after the other; calls during a run become one more run. */
function inTurn(work: () => Promise<unknown>): () => void {
  let running = false
  let again = false
  return async () => {
    again = true
    if (running) return
    running = true
    while (again) {
      again = false
      await work()
    }
    running = false
  }
}
