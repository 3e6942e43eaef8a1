/**
 * Merges the owner's sentences with the delivered ones of the same key. Unknown keys and parameters are only warnings,
 * and the delivered sentence is used, so that upgrades never fail because of a sentence.
 */
import { isObject, ownValue } from '../../../domain/own'
import type { Locale } from '../../compiled'
import { hasValidPlural, type Messages } from '../../i18n'
import { JsonSource } from '../JsonSource'
import type { Location } from '../Location'
import { byPosition, type ConfigError, type Steps } from '../problems'
import { suggest } from '../suggest'
import { parametersOf } from '../texts'
import type { ConfigFolder } from './ConfigLayers'

const SENTENCES = /^(ko|en)\/([\w-]+)\.json$/

/**
 * Sentences of react-admin. The delivered files only complete its own translations, so the two languages need not have
 * the same keys, and the owner may add any sentence.
 */
export const REACT_ADMIN_NAMESPACE = 'ra'

interface MergedSentences {
  messages: Record<Locale, Messages>
  errors: ConfigError[]
  warnings: ConfigError[]
}

/**
 * Merges the owner's files with the delivered sentences.
 *
 * @param parameters names of the parameters that the program supplies, by key
 */
export function mergeSentences(
  files: ConfigFolder['files'],
  folder: string,
  delivered: Readonly<Record<Locale, Messages>>,
  parameters: Readonly<Record<string, readonly string[]>>,
): MergedSentences {
  const messages = structuredClone(delivered) as Record<Locale, Messages>
  const sources: JsonSource[] = []
  const allParameters = [...new Set(Object.values(parameters).flat())]
  for (const [path, text] of Object.entries(files)) {
    const [, locale, namespace] = SENTENCES.exec(path) ?? []
    if (!locale || !namespace) continue
    const source = new JsonSource(`${folder}/${path}`, text)
    sources.push(source)
    if (source.errors.length > 0) continue
    const namespaces = messages[locale as Locale]
    const deliveredTree = ownValue(namespaces, namespace)
    if (deliveredTree === undefined)
      source.root.warn('unknownSentence', {
        name: namespace,
        hint: suggest(namespace, Object.keys(namespaces)) ?? '',
      })
    else
      namespaces[namespace] = mergeTree(source.value, deliveredTree, [namespace], source.root, {
        isKorean: locale === 'ko',
        allowsAdditions: namespace === REACT_ADMIN_NAMESPACE,
        parametersFor: key => ownValue(parameters, key) ?? allParameters,
      })
  }
  return {
    messages,
    errors: sources.flatMap(({ errors }) => errors).sort(byPosition),
    warnings: sources.flatMap(({ warnings }) => warnings).sort(byPosition),
  }
}

interface MergeOptions {
  isKorean: boolean
  /** Whether the owner may add sentences. */
  allowsAdditions: boolean
  /** The parameters that a sentence may use. */
  parametersFor: (key: string) => readonly string[]
}

type SentenceTree = Messages[string]

/** Merges the sentences below a key; warns about unusable ones. @param written the sentences of the owner */
function mergeTree(
  written: unknown,
  delivered: SentenceTree,
  key: Steps,
  loc: Location,
  options: MergeOptions,
): SentenceTree {
  if (typeof written === 'string' && typeof delivered === 'string')
    return isUsable(written, key.join('.'), loc, options) ? written : delivered
  if (!isObject(written) || typeof delivered === 'string') {
    loc.warn('sentenceForm')
    return delivered
  }
  const merged: Messages = { ...delivered }
  for (const [name, inside] of Object.entries(written)) {
    const insideLoc = loc.at(name)
    const deliveredInside = ownValue(delivered, name)
    if (deliveredInside !== undefined)
      merged[name] = mergeTree(inside, deliveredInside, [...key, name], insideLoc, options)
    else if (options.allowsAdditions && typeof inside === 'string') merged[name] = inside
    else if (options.allowsAdditions && isObject(inside))
      merged[name] = mergeTree(inside, {}, [...key, name], insideLoc, options)
    else insideLoc.warnKey('unknownSentence', { name, hint: suggest(name, Object.keys(delivered)) ?? '' })
  }
  return merged
}

function isUsable(
  sentence: string,
  key: string,
  loc: Location,
  { isKorean, parametersFor }: MergeOptions,
): boolean {
  const knownParameters = parametersFor(key)
  const unknownParameter = parametersOf(sentence).find(name => !knownParameters.includes(name))
  // Korean has no plural.
  const hasValidForm = sentence !== '' && (isKorean ? !sentence.includes('||||') : hasValidPlural(sentence))
  if (unknownParameter !== undefined)
    loc.warn('sentenceUnfit', {
      place: `%{${unknownParameter}}`,
      known: knownParameters.map(name => `%{${name}}`).join(', ') || '-',
      hint: suggest(unknownParameter, knownParameters) ?? '',
    })
  else if (!hasValidForm) loc.warn('sentenceForm')
  return hasValidForm && unknownParameter === undefined
}
