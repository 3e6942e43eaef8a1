/** The small files: app, levels, order methods. */
import { LEVEL_NAMES, type LevelName, type Levels } from '../../domain/authority'
import type { AppSettings, CompiledLevels, MethodType, ServerSettings, Words } from '../compiled'
import type { App } from '../shapes/app'
import type { LevelsFile } from '../shapes/levels'
import type { OrderMethods } from '../shapes/orderMethods'
import type { LevelRef, Text } from '../shapes/text'
import type { JsonSource } from './JsonSource'

/** Both languages of a text; Korean alone stands for both. */
export function words(text: Text): Words {
  return typeof text === 'string' ? { ko: text, en: text } : text
}

/** Both languages of a text, or of the words that are used where there is none. */
export function wordsOr(text: Text | undefined, fallback: Words): Words {
  return text === undefined ? fallback : words(text)
}

/** A level by its own name; `manager` is an alias (decision 4). */
export function levelOf(ref: LevelRef | undefined, fallback: LevelName, alias: LevelName): LevelName {
  if (ref === undefined) return fallback
  return ref === 'manager' ? alias : ref
}

/** The level that asks for more. */
export function higher(one: LevelName, other: LevelName): LevelName {
  return LEVEL_NAMES.indexOf(one) >= LEVEL_NAMES.indexOf(other) ? one : other
}

export function compileApp(file: App, source: JsonSource): { app: AppSettings; server: ServerSettings } {
  const { signal, methodBounds, deviceSearch } = file.limits
  if (!(signal.primary > signal.success && signal.success > signal.warning)) {
    source.report(['limits', 'signal'], 'signalOrder')
  }
  if (methodBounds.min > methodBounds.max) source.report(['limits', 'methodBounds'], 'boundsOrder')
  if (file.limits.orders.perPage > file.limits.pageLimit) {
    source.report(['limits', 'orders', 'perPage'], 'perPageLimit', { limit: file.limits.pageLimit })
  }
  if (deviceSearch.max > 1000) source.report(['limits', 'deviceSearch', 'max'], 'maximum', { limit: 1000 })
  // Who is warned all the time is warned of nothing.
  const idleLimit = file.server.token.minutes * 60_000 - 1
  if (file.timing.idleWarningMs > idleLimit)
    source.report(['timing', 'idleWarningMs'], 'maximum', {
      value: file.timing.idleWarningMs,
      limit: idleLimit,
    })
  // A token must not outlive its session: whoever is active renews it in time.
  const { token, session } = file.server
  if (session.idleMinutes < token.minutes)
    source.report(['server', 'session', 'idleMinutes'], 'minimum', {
      value: session.idleMinutes,
      limit: token.minutes,
    })
  const slugs = new Set<string>()
  for (const [at, { slug }] of file.products.entries()) {
    if (slugs.has(slug)) source.report(['products', at, 'slug'], 'duplicate', { name: slug })
    slugs.add(slug)
  }
  return {
    app: {
      service: words(file.service),
      products: file.products.map(({ slug, title }) => ({ slug, title: words(title) })),
      locale: file.locale,
      theme: file.theme,
      weekStart: file.weekStart,
      limits: file.limits,
      timing: {
        ...file.timing,
        orderExpireMs: file.server.order.expireHours * 3_600_000,
        orderPastMs: file.server.order.pastSeconds * 1_000,
      },
    },
    server: file.server,
  }
}

export function compileLevels(file: LevelsFile, source: JsonSource): CompiledLevels {
  let last = -1
  for (const name of LEVEL_NAMES) {
    const { value } = file.levels[name]
    if (value <= last) source.report(['levels', name, 'value'], 'levelOrder', { name })
    last = value
  }
  const entry = <Value>(of: (name: LevelName) => Value) =>
    Object.fromEntries(LEVEL_NAMES.map(name => [name, of(name)])) as Record<LevelName, Value>
  return {
    numbers: entry(name => file.levels[name].value) satisfies Levels,
    labels: entry(name => words(file.levels[name].label)),
  }
}

/** The inputs that fit what is entered. */
const INPUTS_OF: Readonly<Record<MethodType['value'], readonly MethodType['input'][]>> = {
  string: ['text', 'url', 'password', 'multiline'],
  number: ['number'],
  choice: ['select'],
}

/** What compose offers for what is entered. */
const COMPOSE_OF: Readonly<Record<MethodType['value'], readonly MethodType['compose'][]>> = {
  string: ['editor', 'none'],
  number: ['number', 'none'],
  choice: ['select', 'none'],
}

/** Keys that mean something for one kind of value only. */
const KEYS_OF = { integer: 'number', schemes: 'string', maxLength: 'string' } as const

const BOUNDS_OF: Readonly<Record<MethodType['value'], readonly MethodType['bounds'][]>> = {
  string: ['length', 'none'],
  number: ['value', 'none'],
  choice: ['none'],
}

export function compileOrderMethods(file: OrderMethods, source: JsonSource): Record<string, MethodType> {
  if (Object.keys(file.types).length === 0) source.report(['types'], 'empty')
  return Object.fromEntries(
    Object.entries(file.types).map(([name, type]) => {
      const fits = (key: 'input' | 'bounds' | 'compose', allowed: readonly string[]) => {
        if (!allowed.includes(type[key])) {
          source.report(['types', name, key], 'methodMismatch', {
            value: type[key],
            of: type.value,
            known: allowed.join(', '),
          })
        }
      }
      fits('input', INPUTS_OF[type.value])
      fits('bounds', BOUNDS_OF[type.value])
      fits('compose', COMPOSE_OF[type.value])
      for (const [key, of] of Object.entries(KEYS_OF))
        if (type[key as keyof typeof KEYS_OF] !== undefined && type.value !== of)
          source.report(['types', name, key], 'notOfKind', { name: key, kind: type.value }, 'key')
      return [
        name,
        {
          value: type.value,
          input: type.input,
          bounds: type.bounds,
          integer: type.integer ?? false,
          required: type.required ?? type.bounds !== 'length',
          ...(type.schemes ? { schemes: type.schemes } : {}),
          maxLength: type.maxLength ?? 100_000,
          compose: type.compose,
        } satisfies MethodType,
      ]
    }),
  )
}
