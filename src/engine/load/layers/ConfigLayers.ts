/**
 * Combines the config files of the owner with the delivered ones. Delivered parts that conflict with the owner's are
 * left out, so that upgrades never fail because of them.
 */
import type { TSchema } from 'typebox'
import { isObject } from '../../../domain/own'
import { type ConfigFile, type FileText, JsonSource } from '../JsonSource'
import { type ConfigError, fileError, pointer, type Steps, stepsOf } from '../problems'
import { convertRetired } from '../retired'
import { suggest } from '../suggest'
import { type LayerMode, mergeLayers } from './mergeLayers'
import { isRemovable, type JsonShape } from './mergeShape'

/** The files of a folder, and its name in messages. */
export interface ConfigFolder {
  files: Readonly<Record<string, FileText>>
  folder: string
}

/** The files of the first release. A folder that has all of them is complete: it is not an overlay. */
const FIRST_RELEASE_FILES: readonly string[] = [
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
 * The required keys of files of the first release. A file that has all of them is complete: it is not an overlay. Other
 * files need no entry, since merging a complete one as an overlay gives the same result.
 */
const KEYS_OF_COMPLETE_FILE: readonly { file: RegExp; keys: readonly string[] }[] = [
  { file: /^resources\//, keys: ['label', 'source', 'fields'] },
  { file: /^roster\.json$/, keys: ['sheet', 'fileName', 'columns'] },
]

/** After this many attempts to leave out delivered parts, their errors are reported. */
const MAX_ROUNDS = 10

/** Each round of compiling reads the merged files; `leaveOutFailing` prepares the next round. */
export class ConfigLayers {
  /** Errors of delivered parts that were left out; to be reported as warnings. */
  readonly leftOutErrors: ConfigError[] = []
  private rounds = 0
  /** JSON pointers of left-out parts by file; `''` for the whole file. */
  private readonly leftOut = new Map<string, Set<string>>()
  /** Replaced numbers by file and JSON pointer. */
  private readonly replacedNumbers = new Map<string, Map<string, number>>()

  constructor(
    private readonly own: ConfigFolder,
    private readonly delivered: ConfigFolder | undefined,
    private readonly isNeeded: (path: string) => boolean,
    private readonly shapeOf: (path: string) => TSchema | undefined,
  ) {
    const deliveredPaths = Object.keys(delivered?.files ?? {})
    for (const path of delivered ? Object.keys(own.files).filter(path => this.isRemovedByOwner(path)) : [])
      if (!deliveredPaths.includes(path)) {
        const params = { name: path, hint: suggest(path, deliveredPaths) ?? '' }
        this.leftOutErrors.push(fileError(`${own.folder}/${path}`, 'nothingToRemove', params))
      }
  }

  /** The texts of all files, including maps. */
  get texts(): Readonly<Record<string, FileText>> {
    return { ...this.delivered?.files, ...this.own.files }
  }

  /** True if there is no delivered folder: then a missing file is an error. */
  get isOnlyFolder(): boolean {
    return this.delivered === undefined
  }

  /** The paths of the config files in force. */
  paths(isConfigFile: (path: string) => boolean): string[] {
    const ownPaths = Object.keys(this.own.files)
    const deliveredPaths = Object.keys(this.delivered?.files ?? {})
    const added = deliveredPaths.filter(path =>
      this.isFolderComplete ? this.isNeeded(path) : !this.isLeftOut(path),
    )
    return [...new Set([...ownPaths, ...added])]
      .filter(isConfigFile)
      .filter(path => !this.isRemovedByOwner(path))
      .sort()
  }

  /** The merged file. */
  read(path: string): ConfigFile {
    const [own, delivered] = [this.own, this.delivered].map(layer => {
      const text = layer?.files[path]
      if (!layer || text === undefined || !Object.hasOwn(layer.files, path)) return undefined
      const source = new JsonSource(`${layer.folder}/${path}`, text)
      if (source.errors.length === 0) convertRetired(path, source)
      return source
    })
    const shape = this.shapeOf(path)
    if (own && (!delivered || !shape)) return own
    return mergeLayers(own, this.isLeftOut(path) ? undefined : delivered, (shape ?? {}) as JsonShape, {
      mode: own ? this.modeOf(path, own.value) : 'over',
      leftOut: this.leftOut.get(path) ?? new Set(),
      replacedNumbers: this.replacedNumbers.get(path) ?? new Map(),
      // The menu link needs a list; files of older releases may lack one, since some lists were in code.
      needed: own && isObject(own.value) && own.value.menu !== undefined ? ['list'] : [],
    })
  }

  /**
   * If all errors are in delivered parts, marks these parts to be left out, or replaces numbers by their limit.
   *
   * @returns true if config should be compiled again
   */
  leaveOutFailing(errors: readonly ConfigError[]): boolean {
    const { delivered } = this
    if (!delivered || ++this.rounds > MAX_ROUNDS) return false
    const prefix = `${delivered.folder}/`
    const located = errors.map(error => ({ error, path: error.file.slice(prefix.length) }))
    const isInDelivered = ({ error, path }: (typeof located)[number]) =>
      error.file.startsWith(prefix) && error.code !== 'internal' && Object.hasOwn(delivered.files, path)
    if (!located.every(isInDelivered)) return false
    // `map`, so that every error is handled in this round.
    const leftOut = located.map(({ error, path }) => this.leaveOut(path, error))
    if (leftOut.includes(false)) return false
    this.leftOutErrors.push(
      ...errors.map(error => ({ ...error, params: { ...error.params, hint: '', isLeftOut: 1 } })),
    )
    return true
  }

  /** Marks the smallest removable part around an error. @returns false if nothing can be left out */
  private leaveOut(path: string, { path: errorPointer, code, params }: ConfigError): boolean {
    const { limit } = params
    if ((code === 'minimum' || code === 'maximum' || code === 'perPageLimit') && typeof limit === 'number') {
      getOrCreate(this.replacedNumbers, path, () => new Map<string, number>()).set(errorPointer, limit)
      return true
    }
    const { value } = new JsonSource(path, this.delivered!.files[path]!)
    const shape = this.shapeOf(path) as JsonShape
    const leftOutPaths = getOrCreate(this.leftOut, path, () => new Set<string>())
    // From the part with the error outwards, to the parts that contain it.
    for (let steps: Steps = stepsOf(errorPointer, value); steps.length > 0; steps = steps.slice(0, -1)) {
      const partPointer = pointer(steps)
      if (!isRemovable(shape, steps) || leftOutPaths.has(partPointer)) continue
      leftOutPaths.add(partPointer)
      return true
    }
    if (this.isNeeded(path) || Object.hasOwn(this.own.files, path)) return false
    leftOutPaths.add('')
    return true
  }

  private isLeftOut(path: string): boolean {
    return this.leftOut.get(path)?.has('') ?? false
  }

  /** True if the owner's file contains `null`, which removes the delivered one unless the product needs it. */
  private isRemovedByOwner(path: string): boolean {
    if (!this.delivered || this.isNeeded(path)) return false
    const text = Object.hasOwn(this.own.files, path) ? this.own.files[path] : undefined
    return typeof text === 'string' && text.replace(/^\uFEFF/, '').trim() === 'null'
  }

  private get isFolderComplete(): boolean {
    return FIRST_RELEASE_FILES.every(path => Object.hasOwn(this.own.files, path))
  }

  /** Whether the owner's file is an overlay (`over`) or complete (`whole`). */
  private modeOf(path: string, value: unknown): LayerMode {
    if (!isObject(value)) return 'over'
    const entry = KEYS_OF_COMPLETE_FILE.find(({ file }) => file.test(path))
    if (entry) return entry.keys.every(key => Object.hasOwn(value, key)) ? 'whole' : 'over'
    // A complete method type may be an addition: the file replaces the delivered one only in a complete folder.
    const types = path === 'order-methods.json' && isObject(value.types) ? Object.values(value.types) : []
    const isComplete = types.length > 0 && types.every(type => isObject(type) && Object.hasOwn(type, 'value'))
    return isComplete && this.isFolderComplete ? 'whole' : 'over'
  }
}

function getOrCreate<Value>(entries: Map<string, Value>, key: string, make: () => Value): Value {
  const entry = entries.get(key) ?? make()
  entries.set(key, entry)
  return entry
}
