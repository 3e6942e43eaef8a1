/**
 * The folder `i18n/` from texts to sentences: `{locale}/{room}.json`, the room being the first part of the key. Both
 * locales must have the same keys with the same `%{parameters}`, so that no key is ever shown in place of a sentence.
 */
import Polyglot from 'node-polyglot'
import { isObject, ownValue } from '../../domain/own'
import type { Locale } from '../compiled'
import { LOCALES, type Messages, type PageData, PLURAL_OPTIONS } from '../i18n'
import { isForbidden, JsonSource } from './JsonSource'
import type { ConfigFolder } from './layers/ConfigLayers'
import { laySentences } from './layers/sentences'
import { byPosition, type ConfigError, fileError, type Steps } from './problems'
import { suggest } from './suggest'
import { expectFilled, parametersOf, textsIn } from './texts'

type MessagesResult =
  | { ok: true; messages: Record<Locale, Messages>; sentences: number; warnings: ConfigError[] }
  /** The sentences that could be read: needed to report the errors. */
  | { ok: false; errors: ConfigError[]; messages: Record<Locale, Messages>; warnings: ConfigError[] }

/** The room of sentences missing in react-admin's translations; complete only together with them. */
const PATCH = 'ra'

/** Rooms of sentences for the terminal only; browsers do not need them. */
const TERMINAL: ReadonlySet<string> = new Set(['config', 'start'])

/**
 * Compiles the sentences.
 *
 * @param files text by path inside the folder, with forward slashes: `ko/errors.json`
 * @param folder how the folder is called in error messages
 * @param delivered the sentences that came with the product, where the first are the owner's and lie over them
 */
export function compileMessages(
  files: ConfigFolder['files'],
  folder = 'i18n',
  delivered?: ConfigFolder,
): MessagesResult {
  if (!delivered) return compileFolder(files, folder)
  const below = compileFolder(delivered.files, delivered.folder)
  const filled = readParameters(parametersOfFolder(delivered.files, delivered.folder)) ?? {}
  const over = laySentences(files, folder, below.messages, filled)
  const { messages, warnings } = over
  const errors = [...(below.ok ? [] : below.errors), ...over.errors]
  if (errors.length > 0 || !below.ok) return { ok: false, errors, messages, warnings }
  return { ok: true, messages, sentences: below.sentences, warnings }
}

const parametersOfFolder = (files: ConfigFolder['files'], folder: string) => {
  const text = ownValue(files, PARAMETERS)
  return text === undefined ? undefined : new JsonSource(`${folder}/${PARAMETERS}`, text)
}

function compileFolder(files: ConfigFolder['files'], folder: string): MessagesResult {
  const sources = new Map<string, JsonSource>()
  for (const [path, text] of Object.entries(files)) {
    if (!/^(ko|en)\/[\w-]+\.json$/.test(path)) continue
    const source = new JsonSource(`${folder}/${path}`, text)
    sources.set(path, source)
    if (isForbidden(roomOf(path))) source.root.report('forbiddenName', { name: roomOf(path) })
  }
  const rooms = new Set([...sources.keys()].map(roomOf).filter(room => !isForbidden(room)))
  const parametersSource = parametersOfFolder(files, folder)
  const filled = readParameters(parametersSource)
  const messages: Record<Locale, Messages> = { ko: {}, en: {} }
  const missing: ConfigError[] = []
  let sentences = 0
  for (const room of rooms) {
    for (const locale of LOCALES) {
      const source = sources.get(`${locale}/${room}.json`)
      if (!source) missing.push(fileError(`${folder}/${locale}/${room}.json`, 'missingTranslation'))
      else {
        messages[locale][room] = readMessages(source, locale)
        if (filled) checkFilled(source, room, filled)
      }
    }
    const [ko, en] = LOCALES.map(locale => sources.get(`${locale}/${room}.json`))
    if (ko && en && room !== PATCH) {
      compare(ko, en)
      compare(en, ko)
      sentences += [...textsIn(ko.value)].length
    }
  }
  const errors = [
    ...missing,
    ...(parametersSource?.errors ?? []),
    ...[...sources.values()].flatMap(source => source.errors),
  ].sort(byPosition)
  const read = { messages, warnings: [] }
  return errors.length === 0 ? { ok: true, sentences, ...read } : { ok: false, errors, ...read }
}

/** What the program fills in, by sentence; made from the sentences that come with it (`npm run config:schema`). */
export const PARAMETERS = 'parameters.json'

type Filled = Readonly<Record<string, readonly string[]>>

/** The text of `parameters.json`. */
export function parametersFile(messages: Readonly<Record<Locale, Messages>>): string {
  const names = new Map<string, Set<string>>()
  for (const { text, at } of LOCALES.flatMap(locale => [...textsIn(messages[locale])]))
    for (const name of parametersOf(text)) {
      const key = at.join('.')
      names.set(key, (names.get(key) ?? new Set()).add(name))
    }
  const sorted = [...names].sort(([one], [other]) => (one < other ? -1 : 1))
  const lines = sorted.map(([key, found]) => {
    const list = [...found].sort().map(name => JSON.stringify(name))
    return `  ${JSON.stringify(key)}: [${list.join(', ')}]`
  })
  return `{\n${lines.join(',\n')}\n}\n`
}

/** Parses `parameters.json`. If it is absent nothing is known of the parameters; a broken one is an error. */
function readParameters(source: JsonSource | undefined): Filled | undefined {
  if (!source || source.errors.length > 0) return undefined
  if (!isObject(source.value)) source.root.report('shape', { value: String(source.value) })
  else
    for (const [key, names] of Object.entries(source.value))
      if (!(Array.isArray(names) && names.every(name => typeof name === 'string')))
        source.root.at(key).report('shape', { value: key })
  return source.errors.length > 0 ? undefined : (source.value as Filled)
}

/**
 * Reports parameters that nothing fills in: users would read `%{nmae}`. Of a sentence that is not in the file, the
 * program may fill in whatever it fills in anywhere.
 */
function checkFilled(source: JsonSource, room: string, filled: Filled): void {
  const anywhere = [...new Set(Object.values(filled).flat())]
  for (const { text, at } of textsIn(source.value)) {
    const known = ownValue(filled, [room, ...at].join('.'))
    expectFilled(text, known ?? anywhere, source.root.at(...at), known ?? [])
  }
}

/** The sentences that a browser gets. */
export function forBrowser(messages: Messages): Messages {
  return Object.fromEntries(Object.entries(messages).filter(([room]) => !TERMINAL.has(room)))
}

/** The content of the page and of `/config.json`: config, and the sentences of these locales. */
export function bootOf(
  config: PageData['config'],
  messages: Readonly<Record<Locale, Messages>>,
  locales: readonly Locale[],
): PageData {
  return {
    config,
    messages: Object.fromEntries(locales.map(locale => [locale, forBrowser(messages[locale])])),
  }
}

function readMessages({ value, root, errors }: JsonSource, locale: Locale): Messages {
  if (errors.length > 0) return {}
  const visit = (value: unknown, at: Steps): Messages => {
    const result: Messages = {}
    if (!isObject(value)) {
      root.at(...at).report('notSentences')
      return result
    }
    for (const [key, inside] of Object.entries(value)) {
      const steps = [...at, key]
      if (typeof inside !== 'string') result[key] = visit(inside, steps)
      else {
        result[key] = inside
        if (inside === '') root.at(...steps).report('empty')
        if (locale === 'ko' && inside.includes('||||')) root.at(...steps).report('pluralForms')
      }
    }
    return result
  }
  return visit(value, [])
}

/** Reports keys that the other file is missing, and sentences whose parameters differ. */
function compare(one: JsonSource, other: JsonSource): void {
  if (one.value === undefined || other.value === undefined) return
  const names = (text: string) => parametersOf(text).sort().join(', ')
  const translated = new Map([...textsIn(other.value)].map(({ text, at }) => [at.join('.'), text]))
  for (const { text, at } of textsIn(one.value)) {
    const loc = one.root.at(...at)
    const key = at.join('.')
    const twin = translated.get(key)
    if (twin === undefined)
      loc.reportKey('untranslated', {
        name: key,
        other: other.file,
        hint: suggest(key, translated.keys()) ?? '',
      })
    else if (one.file < other.file && names(text) !== names(twin))
      loc.report('parameters', { other: other.file, own: names(text), theirs: names(twin) })
  }
}

function roomOf(path: string): string {
  return path.slice(path.indexOf('/') + 1, -'.json'.length)
}

/** Translates keys outside the browser. */
export type Translate = (
  locale: Locale,
  key: string,
  params?: Readonly<Record<string, string | number>>,
) => string

/** Sentences by key with their `%{parameters}` filled in; an unknown key is returned as it is. */
export function createTranslator(messages: Readonly<Record<Locale, Messages>>): Translate {
  const entries = LOCALES.map(locale => {
    const polyglot = new Polyglot({
      locale,
      phrases: messages[locale],
      onMissingKey: key => key,
      ...PLURAL_OPTIONS,
    })
    return [locale, polyglot] as const
  })
  const polyglots = new Map<Locale, Polyglot>(entries)
  return (locale, key, params = {}) => polyglots.get(locale)!.t(key, params)
}
