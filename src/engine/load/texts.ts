/** Checks texts of config and i18n for secrets, unknown parameters and invalid plurals. */
import { hasValidPlural } from '../i18n'
import { LEVEL_REFS } from '../shapes/text'
import type { ConfigFile } from './JsonSource'
import type { Location } from './Location'
import type { Steps } from './problems'
import { suggest } from './suggest'

/** Every text of a JSON value, with its path. @param steps the path of the value */
export function* textsIn(value: unknown, steps: Steps = []): Generator<{ text: string; steps: Steps }> {
  if (typeof value === 'string') yield { text: value, steps }
  else if (typeof value === 'object' && value !== null)
    for (const [key, inside] of Object.entries(value)) yield* textsIn(inside, [...steps, key])
}

/** Reports secrets and unknown parameters in all texts of a file. */
export function checkTexts({ value, root }: ConfigFile): void {
  for (const { text, steps } of textsIn(value)) {
    const loc = root.at(...steps)
    if (isSecret(text, String(steps.at(-1) ?? ''))) loc.report('secret')
    const path = steps.join('/').replace(/\/(ko|en)$/, '')
    if (!text.includes('%{') || NOT_A_SENTENCE.test(path)) continue
    const suppliedNames = PARAMETERS_BY_PATH.find(entry => entry.path.test(path))?.names ?? []
    expectKnownParameters(text, suppliedNames, loc)
  }
}

/** Values that are secrets under any key: private keys, tokens, URLs with a password. */
const SECRET_VALUES: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/,
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:[^\s/@]+@/i,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\b(?:gh[pousr]_|sk_live_|xox[baprs]-|AIza)[\w-]{16,}/,
]

const SECRET_KEYS = /(secret|passwd|api_?key|private_?key|credential|database_?url)|^(password|token)$/i

/** Allowed under `secrets`: `"access": {"secrets": "vendor"}` names the level that issues secrets. */
const LEVEL_WORDS: ReadonlySet<string> = new Set(LEVEL_REFS)

/** True for texts that look like secrets, and for single words under keys such as `token`: browsers receive config. */
function isSecret(text: string, key: string): boolean {
  const isUnderSecretKey = SECRET_KEYS.test(key) && /^[!-~]{6,}$/.test(text) && !LEVEL_WORDS.has(text)
  return isUnderSecretKey || SECRET_VALUES.some(pattern => pattern.test(text))
}

/** The parameters that the program supplies, by the path of the text in its file. Other texts have none. */
const PARAMETERS_BY_PATH: readonly { path: RegExp; names: readonly string[] }[] = [
  { path: /^messages\/confirmDelete(Body)?$/, names: ['name'] },
  { path: /^list\/texts\/(found|counted)$/, names: ['count'] },
  { path: /^fields\/[^/]+\/rules\/\d+\/message$/, names: ['min', 'value'] },
  { path: /^fields\/[^/]+\/required\/message$/, names: ['min'] },
  { path: /^(widgets|attention\/items)\/\d+\/text$/, names: ['count'] },
]

/** Paths of texts that are not sentences, such as patterns and values. */
const NOT_A_SENTENCE = /(^|\/)(value|default|accept|eq|ne|in\/\d+|\$schema)(\/|$)/

/**
 * Reports unknown parameters, which users would see as `%{name}`, and plural forms without a number.
 *
 * @param listed the parameters that the error lists as known
 */
export function expectKnownParameters(
  text: string,
  known: readonly string[],
  loc: Location,
  listed = known,
): void {
  if (!hasValidPlural(text)) loc.report('pluralPair')
  for (const name of parametersOf(text))
    if (!known.includes(name))
      loc.report('unknownParameter', {
        place: `%{${name}}`,
        hint: suggest(name, known) ?? '',
        known: listed.map(parameter => `%{${parameter}}`).join(', ') || '-',
      })
}

/** The names in `%{…}`, each once; without a closing brace, a name extends to the end of the text. */
export function parametersOf(text: string): string[] {
  return [...new Set([...text.matchAll(/%\{([^}]*)(\}|$)/g)].map(match => match[1]!))]
}
