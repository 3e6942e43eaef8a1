/**
 * Keys and values of earlier releases that this one no longer has: each gives a warning that names its replacement, and
 * is read as the replacement where that is possible. A key that no release ever knew stays an error. A release that
 * renames or removes a key of `engine/shapes` adds a line here.
 */
import { isObject } from '../../domain/own'
import type { JsonSource } from './JsonSource'
import type { ConfigCode, Steps } from './problems'

interface Retired {
  /** The file in its folder. */
  file: RegExp
  /** The keys to it; `*` is any. */
  at: readonly string[]
  /** The value that is no longer accepted, where the key itself still is. */
  value?: unknown
  /** The sentence; it names `replacement`. */
  code: Extract<ConfigCode, 'retiredKey' | 'retiredValue' | 'retiredUnused'>
  replacement: string
  /** Changes what stands around the key to what is meant now; without it the key is ignored. */
  read?: (parent: Record<string, unknown>, key: string) => void
}

/** What the format `url` of earlier releases took. */
const URL_SCHEMES: readonly string[] = [
  'http',
  'https',
  'ftp',
  'ftps',
  'mqtt',
  'mqtts',
  'ws',
  'wss',
  'tcp',
  'udp',
  'coap',
  'coaps',
]

const RETIRED: readonly Retired[] = [
  {
    file: /^order-methods\.json$/,
    at: ['types', '*', 'format'],
    code: 'retiredKey',
    replacement: 'schemes',
    read: (parent, key) => {
      if (parent[key] === 'url') parent.schemes ??= [...URL_SCHEMES]
      delete parent[key]
    },
  },
  {
    // The right to see the list includes the right to open a device.
    file: /^resources\/devices\.json$/,
    at: ['access', 'show'],
    code: 'retiredUnused',
    replacement: 'access.list',
  },
  {
    file: /^resources\/(models|bunches|methods)\.json$/,
    at: ['source', 'dialect'],
    value: 'console',
    code: 'retiredValue',
    replacement: 'simple-rest',
    read: (parent, key) => {
      parent[key] = 'simple-rest'
    },
  },
]

/** Replaces retired keys and values of a file by their successors, with a warning. */
export function readRetired(path: string, source: JsonSource): void {
  for (const retired of RETIRED)
    if (retired.file.test(path)) visit(retired, retired.at, source.value, [], source)
}

function visit(
  retired: Retired,
  at: readonly string[],
  value: unknown,
  steps: Steps,
  source: JsonSource,
): void {
  if (!isObject(value)) return
  const [key, ...rest] = at as [string, ...string[]]
  for (const name of key === '*' ? Object.keys(value) : [key]) {
    if (!Object.hasOwn(value, name)) continue
    if (rest.length > 0) visit(retired, rest, value[name], [...steps, name], source)
    else if (retired.value === undefined || value[name] === retired.value) {
      const loc = source.root.at(...steps, name)
      const params = { name: retired.value === undefined ? name : String(retired.value) }
      if (retired.value === undefined)
        loc.warnKey(retired.code, { ...params, replacement: retired.replacement })
      else loc.warn(retired.code, { ...params, replacement: retired.replacement })
      if (retired.read) retired.read(value, name)
      else delete value[name]
    }
  }
}
