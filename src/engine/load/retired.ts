/**
 * Converts keys and values of earlier releases, with a warning that names the replacement. Keys that no release has had
 * stay errors. A release that renames or removes a key of `engine/shapes` adds an entry here.
 */
import { isObject } from '../../domain/own'
import type { JsonSource } from './JsonSource'
import type { Location } from './Location'
import type { ConfigCode, Steps } from './problems'

interface RetiredKey {
  /** Path in the config folder. */
  file: RegExp
  /** The keys that lead to it; `*` stands for any key. */
  path: readonly string[]
  /** The retired value; absent if the key itself is retired. */
  value?: unknown
  /** The code of the warning; its sentence contains `replacement`. */
  code: Extract<ConfigCode, 'retiredKey' | 'retiredValue' | 'retiredUnused'>
  replacement: string
  /** Replaces the key in its parent object; if absent, the key is removed. */
  convert?: (parent: Record<string, unknown>, key: string) => void
}

/** Schemes that the retired format `url` accepted. */
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

const RETIRED: readonly RetiredKey[] = [
  {
    file: /^order-methods\.json$/,
    path: ['types', '*', 'format'],
    code: 'retiredKey',
    replacement: 'schemes',
    convert: (parent, key) => {
      if (parent[key] === 'url') parent.schemes ??= [...URL_SCHEMES]
      delete parent[key]
    },
  },
  {
    // The right to see the list includes the right to open a device.
    file: /^resources\/devices\.json$/,
    path: ['access', 'show'],
    code: 'retiredUnused',
    replacement: 'access.list',
  },
  {
    file: /^resources\/(models|bunches|methods)\.json$/,
    path: ['source', 'dialect'],
    value: 'console',
    code: 'retiredValue',
    replacement: 'simple-rest',
    convert: (parent, key) => {
      parent[key] = 'simple-rest'
    },
  },
]

/** Replaces retired keys and values of a file by their successors, with a warning. */
export function convertRetired(path: string, source: JsonSource): void {
  for (const retired of RETIRED)
    if (retired.file.test(path)) convertInside(retired, retired.path, source.value, [], source)
}

/**
 * Finds the retired key inside a value and converts it.
 *
 * @param keys the keys of the retired path that remain, from the value on
 * @param steps the path of the value in the file
 */
function convertInside(
  retired: RetiredKey,
  keys: readonly string[],
  value: unknown,
  steps: Steps,
  source: JsonSource,
): void {
  if (!isObject(value)) return
  const [key, ...rest] = keys as [string, ...string[]]
  for (const name of key === '*' ? Object.keys(value) : [key]) {
    if (!Object.hasOwn(value, name)) continue
    if (rest.length > 0) convertInside(retired, rest, value[name], [...steps, name], source)
    else if (retired.value === undefined || value[name] === retired.value)
      warnAndConvert(retired, value, name, source.root.at(...steps, name))
  }
}

function warnAndConvert(
  { code, value, replacement, convert }: RetiredKey,
  parent: Record<string, unknown>,
  key: string,
  loc: Location,
): void {
  if (value === undefined) loc.warnKey(code, { name: key, replacement })
  else loc.warn(code, { name: String(value), replacement })
  if (convert) convert(parent, key)
  else delete parent[key]
}
