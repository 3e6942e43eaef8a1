/** Reads the sentences of i18n by key, so that journeys and tools find the current texts of the product. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fill } from '../engine/i18n'
import { packageRoot } from '../server/packageRoot'

/**
 * The sentence of a key such as `roster.upload`.
 *
 * @param values replace `%{name}`
 * @throws Error if the key does not exist
 */
export function translate(key: string, values: Record<string, string | number> = {}, locale = 'ko'): string {
  const [namespace = '', ...path] = key.split('.')
  const file = join(packageRoot, 'i18n', locale, `${namespace}.json`)
  const sentences = JSON.parse(readFileSync(file, 'utf8')) as unknown
  const text = path.reduce<unknown>(
    (group, part) => (group as Record<string, unknown> | undefined)?.[part],
    sentences,
  )
  if (typeof text !== 'string') throw new Error(`no sentence ${key} in ${locale}`)
  return fill(text, values)
}
