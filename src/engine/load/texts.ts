/** Texts of config: in both languages, and checked for secrets and for parameters that nothing fills in. */
import { LEVEL_NAMES } from '../../domain/authority'
import { hasValidForms } from '../i18n'
import type { ConfigFile } from './JsonSource'
import type { Location } from './Location'
import type { Steps } from './problems'
import { suggest } from './suggest'

export { localized } from '../i18n'

/** Every text of a JSON value, with its path. */
export function* textsIn(value: unknown, at: Steps = []): Generator<{ text: string; at: Steps }> {
  if (typeof value === 'string') yield { text: value, at }
  else if (typeof value === 'object' && value !== null)
    for (const [key, inside] of Object.entries(value)) yield* textsIn(inside, [...at, key])
}

export function checkTexts({ value, root }: ConfigFile): void {
  for (const { text, at } of textsIn(value)) {
    if (isSecret(text, String(at.at(-1) ?? ''))) root.at(...at).report('secret')
    const path = at.join('/').replace(/\/(ko|en)$/, '')
    if (!text.includes('%{') || NO_SENTENCE.test(path)) continue
    expectFilled(text, FILLED_IN.find(one => one.path.test(path))?.names ?? [], root.at(...at))
  }
}

/** Values that are secrets under any key: keys, tokens, addresses with a password. */
const SECRET_VALUES: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/,
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:[^\s/@]+@/i,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\b(?:gh[pousr]_|sk_live_|xox[baprs]-|AIza)[\w-]{16,}/,
]

const SECRET_KEYS = /(secret|passwd|api_?key|private_?key|credential|database_?url)|^(password|token)$/i

/** `"access": {"secrets": "vendor"}` is no secret: it names the level that issues them. */
const NAMES_OF_LEVELS: ReadonlySet<string> = new Set([...LEVEL_NAMES, 'manager'])

/** Config is sent to browsers: refuses texts that look like secrets, and single words under secret-like keys. */
function isSecret(text: string, key: string): boolean {
  const isTelling = SECRET_KEYS.test(key) && /^[!-~]{6,}$/.test(text) && !NAMES_OF_LEVELS.has(text)
  return isTelling || SECRET_VALUES.some(form => form.test(text))
}

/** The parameters that the program fills in, by the path of the text in its file. Texts elsewhere have none. */
const FILLED_IN: readonly { path: RegExp; names: readonly string[] }[] = [
  { path: /^messages\/confirmDelete(Body)?$/, names: ['name'] },
  { path: /^list\/texts\/found$/, names: ['count'] },
  { path: /^fields\/[^/]+\/rules\/\d+\/message$/, names: ['min', 'value'] },
  { path: /^fields\/[^/]+\/required\/message$/, names: ['min'] },
  { path: /^widgets\/\d+\/text$/, names: ['count'] },
]

/** Paths of texts that are not sentences: patterns and values. */
const NO_SENTENCE = /(^|\/)(value|default|accept|eq|ne|in\/\d+|\$schema)(\/|$)/

/**
 * Reports parameters of a text that are never filled in, which users would read literally, and plural forms without a
 * number.
 *
 * @param listed which of the known ones the error lists
 */
export function expectFilled(text: string, known: readonly string[], loc: Location, listed = known): void {
  if (!hasValidForms(text)) loc.report('pluralPair')
  for (const name of parametersOf(text))
    if (!known.includes(name))
      loc.report('unknownParameter', {
        place: `%{${name}}`,
        hint: suggest(name, known) ?? '',
        known: listed.map(one => `%{${one}}`).join(', ') || '-',
      })
}

/** The names in `%{…}`, each once; an unclosed one reaches to the end of the text. */
export function parametersOf(text: string): string[] {
  return [...new Set([...text.matchAll(/%\{([^}]*)(\}|$)/g)].map(match => match[1]!))]
}
