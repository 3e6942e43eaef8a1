/** `%{…}` in the texts of config: a name that nobody fills in would be read by users as it stands. */
import type { JsonSource } from './JsonSource'
import type { Steps } from './problems'
import { suggest } from './suggest'

/** What is filled in, by the place of the text in its file. Texts elsewhere have no parameters. */
const PLACES: readonly { place: RegExp; known: readonly string[] }[] = [
  { place: /^messages\/confirmDelete(Body)?$/, known: ['name'] },
  { place: /^list\/texts\/found$/, known: ['count'] },
  { place: /^fields\/[^/]+\/rules\/\d+\/message$/, known: ['min', 'value'] },
  { place: /^fields\/[^/]+\/required\/message$/, known: ['min'] },
  { place: /^widgets\/\d+\/text$/, known: ['count'] },
]

/** Places whose text is no sentence: patterns and values. */
const NO_TEXT = /(^|\/)(value|default|accept|eq|ne|in\/\d+|\$schema)(\/|$)/

export function checkParameters(source: JsonSource): void {
  visit(source, source.value, [])
}

function visit(source: JsonSource, value: unknown, at: Steps): void {
  if (typeof value === 'string') checkText(source, value, at)
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value))
      visit(source, one, [...at, Array.isArray(value) ? Number(key) : key])
}

function checkText(source: JsonSource, text: string, at: Steps): void {
  const place = at.join('/').replace(/\/(ko|en)$/, '')
  if (!text.includes('%{') || NO_TEXT.test(place)) return
  const known = PLACES.find(one => one.place.test(place))?.known ?? []
  for (const name of parametersOf(text))
    if (!known.includes(name))
      source.report(at, 'unknownParameter', {
        place: `%{${name}}`,
        hint: suggest(name, known) ?? '',
        known: known.map(one => `%{${one}}`).join(', ') || '-',
      })
}

/** The names in `%{…}`, each once; what is not closed counts to the end. */
export function parametersOf(text: string): string[] {
  return [...new Set([...text.matchAll(/%\{([^}]*)(\}|$)/g)].map(match => match[1]!))]
}
