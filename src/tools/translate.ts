/** The sentences of i18n by key, so that a journey or a tool looks for what the product says today. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fill } from '../engine/i18n'
import { packageRoot } from '../server/packageRoot'

/** `translate('roster.upload')`, with `%{name}` filled in; an absent key fails the test. */
export function translate(key: string, values: Record<string, string | number> = {}, locale = 'ko'): string {
  const [room = '', ...path] = key.split('.')
  const file = JSON.parse(readFileSync(join(packageRoot, 'i18n', locale, `${room}.json`), 'utf8')) as unknown
  const text = path.reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], file)
  if (typeof text !== 'string') throw new Error(`no sentence ${key} in ${locale}`)
  return fill(text, values)
}
