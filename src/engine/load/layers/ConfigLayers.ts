/**
 * The config files in force: those of one folder, or the owner's over the delivered ones. A delivered part that
 * conflicts with what the owner wrote is left out, so that an upgrade never fails because of it.
 */
import type { TSchema } from 'typebox'
import { isObject } from '../../../domain/own'
import { type ConfigFile, type FileText, JsonSource } from '../JsonSource'
import { type ConfigError, fileError, type Steps, stepsOf } from '../problems'
import { readRetired } from '../retired'
import { suggest } from '../suggest'
import { isRemovable, type JsonShape } from './inShape'
import { type LayerMode, mergeLayers } from './mergeLayers'

/** The files of a folder, and its name in messages. */
export interface ConfigFolder {
  files: Readonly<Record<string, FileText>>
  folder: string
}

/** The files of the first release: a folder that has all of them is complete. */
const OF_EVERY_RELEASE: readonly string[] = [
  'app.json',
  'levels.json',
  'menu.json',
  'roster.json',
  'order-methods.json',
  'resources/devices.json',
  'resources/orders.json',
  'resources/models.json',
  'resources/batches.json',
]

/**
 * What a file of the first release had: one that has all of it is whole. Files that are not here mean the same either
 * way.
 */
const KEYS_OF_WHOLE: readonly { file: RegExp; keys: readonly string[] }[] = [
  { file: /^resources\//, keys: ['label', 'source', 'fields'] },
  { file: /^roster\.json$/, keys: ['sheet', 'fileName', 'columns'] },
]

/** After this many rounds of leaving out delivered parts, the errors are reported instead. */
const MAX_ROUNDS = 10

export class ConfigLayers {
  /** Problems of delivered parts that were left out for them; they become warnings. */
  readonly leftOutErrors: ConfigError[] = []
  private rounds = 0
  private readonly leftOut = new Map<string, Set<string>>()
  private readonly bounded = new Map<string, Map<string, number>>()

  constructor(
    private readonly own: ConfigFolder,
    private readonly delivered: ConfigFolder | undefined,
    private readonly isNeeded: (path: string) => boolean,
    private readonly shapeOf: (path: string) => TSchema | undefined,
  ) {
    const delivers = Object.keys(delivered?.files ?? {})
    for (const path of delivered ? Object.keys(own.files).filter(path => this.isTakenOut(path)) : [])
      if (!delivers.includes(path)) {
        const params = { name: path, hint: suggest(path, delivers) ?? '' }
        this.leftOutErrors.push(fileError(`${own.folder}/${path}`, 'nothingToRemove', params))
      }
  }

  /** The texts of all files, including maps. */
  get texts(): Readonly<Record<string, FileText>> {
    return { ...this.delivered?.files, ...this.own.files }
  }

  /** True if no delivered folder lies beneath this one: an absent file is then an error. */
  get isAlone(): boolean {
    return this.delivered === undefined
  }

  /** The paths of the files in force, if they are files of config. */
  paths(isConfigFile: (path: string) => boolean): string[] {
    const ours = Object.keys(this.own.files)
    const theirs = Object.keys(this.delivered?.files ?? {})
    const added = theirs.filter(path => (this.isWhole ? this.isNeeded(path) : !this.isOut(path)))
    return [...new Set([...ours, ...added])]
      .filter(isConfigFile)
      .filter(path => !this.isTakenOut(path))
      .sort()
  }

  /** A file after merging. */
  read(path: string): ConfigFile {
    const [own, delivered] = [this.own, this.delivered].map(layer => {
      const text = layer?.files[path]
      if (!layer || text === undefined || !Object.hasOwn(layer.files, path)) return undefined
      const source = new JsonSource(`${layer.folder}/${path}`, text)
      if (source.errors.length === 0) readRetired(path, source)
      return source
    })
    const shape = this.shapeOf(path)
    if (own && (!delivered || !shape)) return own
    return mergeLayers(own, this.isOut(path) ? undefined : delivered, (shape ?? {}) as JsonShape, {
      mode: own ? this.modeOf(path, own.value) : 'over',
      leftOut: this.leftOut.get(path) ?? new Set(),
      bounded: this.bounded.get(path) ?? new Map(),
      // The menu link opens the list. Older releases had some lists in code; now they are in the files.
      needed: own && isObject(own.value) && own.value.menu !== undefined ? ['list'] : [],
    })
  }

  /**
   * If all errors are in delivered parts, leaves these parts out of the next round, or brings a number within its
   * bounds.
   *
   * @returns whether config should be compiled once more
   */
  leaveOutFailing(errors: readonly ConfigError[]): boolean {
    const { delivered } = this
    if (!delivered || ++this.rounds > MAX_ROUNDS) return false
    const prefix = `${delivered.folder}/`
    const placed = errors.map(error => ({ error, path: error.file.slice(prefix.length) }))
    const fits = ({ error, path }: (typeof placed)[number]) =>
      error.file.startsWith(prefix) && error.code !== 'internal' && Object.hasOwn(delivered.files, path)
    if (!placed.every(fits) || !placed.map(({ error, path }) => this.leaveOut(path, error)).every(Boolean))
      return false
    this.leftOutErrors.push(
      ...errors.map(error => ({ ...error, params: { ...error.params, hint: '', leftOutErrors: 1 } })),
    )
    return true
  }

  private leaveOut(path: string, { path: at, code, params }: ConfigError): boolean {
    const { limit } = params
    if ((code === 'minimum' || code === 'maximum' || code === 'perPageLimit') && typeof limit === 'number') {
      entryOf(this.bounded, path, () => new Map<string, number>()).set(at, limit)
      return true
    }
    const { value } = new JsonSource(path, this.delivered!.files[path]!)
    const shape = this.shapeOf(path) as JsonShape
    const out = entryOf(this.leftOut, path, () => new Set<string>())
    for (let steps: Steps = stepsOf(at, value); steps.length > 0; steps = steps.slice(0, -1)) {
      const place = at
        .split('/')
        .slice(0, steps.length + 1)
        .join('/')
      if (!isRemovable(shape, steps) || out.has(place)) continue
      out.add(place)
      return true
    }
    if (this.isNeeded(path) || Object.hasOwn(this.own.files, path)) return false
    out.add('')
    return true
  }

  private isOut(path: string): boolean {
    return this.leftOut.get(path)?.has('') ?? false
  }

  /** A file of the owner that contains `null` removes the delivered one, unless the product needs it. */
  private isTakenOut(path: string): boolean {
    if (!this.delivered || this.isNeeded(path)) return false
    const text = Object.hasOwn(this.own.files, path) ? this.own.files[path] : undefined
    return typeof text === 'string' && text.replace(/^\uFEFF/, '').trim() === 'null'
  }

  private get isWhole(): boolean {
    return OF_EVERY_RELEASE.every(path => Object.hasOwn(this.own.files, path))
  }

  private modeOf(path: string, value: unknown): LayerMode {
    if (!isObject(value)) return 'over'
    const whole = KEYS_OF_WHOLE.find(({ file }) => file.test(path))
    if (whole) return whole.keys.every(key => Object.hasOwn(value, key)) ? 'whole' : 'over'
    // A type of orders that is whole may be a further one: which of them there are is said by a folder that is whole.
    const types = path === 'order-methods.json' && isObject(value.types) ? Object.values(value.types) : []
    const isComplete = types.length > 0 && types.every(type => isObject(type) && Object.hasOwn(type, 'value'))
    return isComplete && this.isWhole ? 'whole' : 'over'
  }
}

function entryOf<Value>(entries: Map<string, Value>, key: string, make: () => Value): Value {
  const entry = entries.get(key) ?? make()
  entries.set(key, entry)
  return entry
}
