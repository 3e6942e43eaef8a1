/** Compiles `app.json`, `levels.json` and `order-methods.json`. */
import { LEVEL_NAMES, type LevelName } from '../../../domain/authority'
import { ownValue } from '../../../domain/own'
import { PROVIDER_NAMES } from '../../../domain/social'
import type { AppSettings, CompiledLevels, MethodType, ServerSettings } from '../../compiled'
import { localized } from '../../i18n'
import type { App } from '../../shapes/app'
import type { LevelsFile, MethodTypeFile, OrderMethods } from '../../shapes/files'
import type { LevelRef } from '../../shapes/text'
import { MAX_VALUE_BYTES } from '../../valueObject/schema'
import type { Location } from '../Location'

export function compileApp(file: App, root: Location): { app: AppSettings; server: ServerSettings } {
  const { limits, timing, server, products } = file
  const { signal, methodBounds, orders, pageLimit } = limits
  if (!(signal.primary > signal.success && signal.success > signal.warning))
    root.at('limits', 'signal').report('signalOrder')
  if (methodBounds.min > methodBounds.max) root.at('limits', 'methodBounds').report('boundsOrder')
  if (orders.perPage > pageLimit)
    root.at('limits', 'orders', 'perPage').report('perPageLimit', { limit: pageLimit })
  // With a longer time, the warning would appear as soon as the token is issued.
  const idleLimit = server.token.minutes * 60_000 - 1
  if (timing.idleWarningMs > idleLimit)
    root.at('timing', 'idleWarningMs').report('maximum', { value: timing.idleWarningMs, limit: idleLimit })
  // A token must not outlive its session.
  const { token, session } = server
  if (session.idleMinutes < token.minutes)
    root
      .at('server', 'session', 'idleMinutes')
      .report('minimum', { value: session.idleMinutes, limit: token.minutes })
  if (session.wallHours !== undefined && session.wallHours < session.hours)
    root
      .at('server', 'session', 'wallHours')
      .report('minimum', { value: session.wallHours, limit: session.hours })
  root.at('products').expectUniqueKey(products, 'slug')
  const { providers } = file.signIn
  root.at('signIn', 'providers').expectUniqueKey(providers, 'name')
  for (const [index, { name, label }] of providers.entries())
    if (!label && !ownValue(PROVIDER_NAMES, name))
      root.at('signIn', 'providers', index).report('missingKey', { name: 'label' })
  const { locale, theme, weekStart } = file
  return {
    app: {
      service: localized(file.service),
      products: products.map(({ slug, title }) => ({ slug, title: localized(title) })),
      locale,
      theme,
      weekStart,
      signIn: {
        providers: providers.map(({ name, label }) => ({
          name,
          label: localized(label ?? ownValue(PROVIDER_NAMES, name) ?? name),
        })),
      },
      limits,
      timing: {
        ...timing,
        orderExpireMs: server.order.expireHours * 3_600_000,
        orderPastMs: server.order.pastSeconds * 1_000,
      },
    },
    server,
  }
}

export function compileLevels({ levels }: LevelsFile, root: Location): CompiledLevels {
  for (const [index, name] of LEVEL_NAMES.entries()) {
    const lowerName = LEVEL_NAMES[index - 1]
    if (lowerName && levels[name].value <= levels[lowerName].value)
      root.at('levels', name, 'value').report('levelOrder', { name })
  }
  const byName = <Value>(valueFor: (name: LevelName) => Value) =>
    Object.fromEntries(LEVEL_NAMES.map(name => [name, valueFor(name)])) as Record<LevelName, Value>
  return {
    numbers: byName(name => levels[name].value),
    labels: byName(name => localized(levels[name].label)),
  }
}

/** Returns the level for a name or alias of config. Without a name: `defaultLevel`, which is `none` if left out. */
export type LevelOf = (ref: LevelRef | undefined, defaultLevel?: LevelName) => LevelName

/** @param manager the level for which the alias `manager` stands (§6) */
export const levelResolver =
  (manager: LevelName): LevelOf =>
  (ref, defaultLevel = 'none') =>
    ref === 'manager' ? manager : (ref ?? defaultLevel)

/** For each type of value: the allowed inputs, bounds and inputs of the compose page, and its optional keys. */
const COMPATIBLE = {
  string: {
    input: ['text', 'url', 'password', 'multiline'],
    bounds: ['length', 'none'],
    compose: ['editor', 'none'],
    keys: ['schemes', 'maxLength'],
  },
  number: { input: ['number'], bounds: ['value', 'none'], compose: ['number', 'none'], keys: ['integer'] },
  choice: { input: ['select'], bounds: ['none'], compose: ['select', 'none'], keys: [] },
  object: { input: ['form'], bounds: ['none'], compose: ['form'], keys: ['maxLength'] },
} as const satisfies Record<MethodType['value'], Record<string, readonly string[]>>

/** In characters. */
const MAX_TEXT_LENGTH = 100_000

export function compileOrderMethods({ types }: OrderMethods, root: Location): Record<string, MethodType> {
  const entries = Object.entries(types)
  if (entries.length === 0) root.at('types').report('empty')
  return Object.fromEntries(
    entries.map(([name, type]) => [name, compileMethodType(type, root.at('types', name))]),
  )
}

function compileMethodType({ label: _, ...type }: MethodTypeFile, loc: Location): MethodType {
  const { value, bounds } = type
  const compatible = COMPATIBLE[value]
  for (const key of ['input', 'bounds', 'compose'] as const)
    loc.at(key).expectOneOf(type[key], compatible[key], 'methodMismatch', { of: value })
  const keys: readonly string[] = compatible.keys
  const unsuitable = ['integer', 'schemes', 'maxLength'].filter(key => !keys.includes(key))
  loc.refuseKeys(type, unsuitable, 'notOfKind', { kind: value })
  const maxLength = value === 'object' ? MAX_VALUE_BYTES : MAX_TEXT_LENGTH
  if ((type.maxLength ?? maxLength) > maxLength)
    loc.at('maxLength').report('maximum', { value: String(type.maxLength), limit: maxLength })
  return {
    ...type,
    integer: type.integer ?? false,
    // If the length is bounded, the minimum length of each method decides whether its text may be empty.
    required: type.required ?? bounds !== 'length',
    maxLength: type.maxLength ?? maxLength,
  }
}
