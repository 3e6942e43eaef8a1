/**
 * The owner's sentences replace the delivered ones with the same key. A sentence that this version does not use, or
 * whose parameters it cannot fill in, is a warning and the delivered one is used, so that an upgrade never fails
 * because of a sentence.
 */
import { isObject, ownValue } from '../../../domain/own'
import type { Locale } from '../../compiled'
import { hasValidForms, type Messages } from '../../i18n'
import { JsonSource } from '../JsonSource'
import type { Location } from '../Location'
import { byPosition, type ConfigError, type Steps } from '../problems'
import { suggest } from '../suggest'
import { parametersOf } from '../texts'
import type { ConfigFolder } from './ConfigLayers'

const SENTENCES = /^(ko|en)\/([\w-]+)\.json$/

/** Sentences of react-admin: the delivered file has only those that its Korean translation is missing. */
const OF_REACT_ADMIN = 'ra'

interface Laid {
  messages: Record<Locale, Messages>
  errors: ConfigError[]
  warnings: ConfigError[]
}

/** @param filled parameters that the program fills in, by sentence */
export function laySentences(
  files: ConfigFolder['files'],
  folder: string,
  delivered: Readonly<Record<Locale, Messages>>,
  filled: Readonly<Record<string, readonly string[]>>,
): Laid {
  const messages = structuredClone(delivered) as Record<Locale, Messages>
  const sources: JsonSource[] = []
  const anywhere = [...new Set(Object.values(filled).flat())]
  for (const [path, text] of Object.entries(files)) {
    const [, locale, room] = SENTENCES.exec(path) ?? []
    if (!locale || !room) continue
    const source = new JsonSource(`${folder}/${path}`, text)
    sources.push(source)
    if (source.errors.length > 0) continue
    const rooms = messages[locale as Locale]
    const there = ownValue(rooms, room)
    if (there === undefined)
      source.root.warn('unknownSentence', { name: room, hint: suggest(room, Object.keys(rooms)) ?? '' })
    else
      rooms[room] = lay(source.value, there, [room], source.root, {
        isKorean: locale === 'ko',
        isOpen: room === OF_REACT_ADMIN,
        filledIn: key => ownValue(filled, key) ?? anywhere,
      })
  }
  return {
    messages,
    errors: sources.flatMap(({ errors }) => errors).sort(byPosition),
    warnings: sources.flatMap(({ warnings }) => warnings).sort(byPosition),
  }
}

interface About {
  isKorean: boolean
  /** Whether sentences that were not delivered are allowed. */
  isOpen: boolean
  filledIn: (key: string) => readonly string[]
}

type Said = Messages[string]

function lay(written: unknown, there: Said, key: Steps, loc: Location, about: About): Said {
  if (typeof written === 'string' && typeof there === 'string')
    return fits(written, key.join('.'), loc, about) ? written : there
  if (!isObject(written) || typeof there === 'string') {
    loc.warn('sentenceForm')
    return there
  }
  const merged: Messages = { ...there }
  for (const [name, inside] of Object.entries(written)) {
    const at = loc.at(name)
    const known = ownValue(there, name)
    if (known !== undefined) merged[name] = lay(inside, known, [...key, name], at, about)
    else if (about.isOpen && typeof inside === 'string') merged[name] = inside
    else if (about.isOpen && isObject(inside)) merged[name] = lay(inside, {}, [...key, name], at, about)
    else at.warnKey('unknownSentence', { name, hint: suggest(name, Object.keys(there)) ?? '' })
  }
  return merged
}

function fits(sentence: string, key: string, loc: Location, { isKorean, filledIn }: About): boolean {
  const known = filledIn(key)
  const unfilled = parametersOf(sentence).find(name => !known.includes(name))
  // Korean has one form for any number.
  const isForm = sentence !== '' && (isKorean ? !sentence.includes('||||') : hasValidForms(sentence))
  if (unfilled !== undefined)
    loc.warn('sentenceUnfit', {
      place: `%{${unfilled}}`,
      known: known.map(name => `%{${name}}`).join(', ') || '-',
      hint: suggest(unfilled, known) ?? '',
    })
  else if (!isForm) loc.warn('sentenceForm')
  return isForm && unfilled === undefined
}
