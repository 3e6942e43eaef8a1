/**
 * Combines the config files of the owner with those delivered with the product. Delivered parts that conflict with the
 * owner's are left out, so that upgrades never fail because of them.
 */
import type { TSchema } from 'typebox'
import { isObject, ownValue } from '../../../domain/own'
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
  /** The errors of delivered parts that were left out, and files of the owner with `null` that remove nothing. */
  readonly warnings: ConfigError[] = []
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
    if (!delivered) return
    const deliveredPaths = Object.keys(delivered.files)
    for (const path of Object.keys(own.files)) {
      if (!this.isRemovedByOwner(path) || deliveredPaths.includes(path)) continue
      const params = { name: path, hint: suggest(path, deliveredPaths) ?? '' }
      this.warnings.push(fileError(`${own.folder}/${path}`, 'nothingToRemove', params))
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
    const usedDeliveredPaths = deliveredPaths.filter(path =>
      this.isFolderComplete ? this.isNeeded(path) : !this.isLeftOut(path),
    )
    return [...new Set([...ownPaths, ...usedDeliveredPaths])]
      .filter(isConfigFile)
      .filter(path => !this.isRemovedByOwner(path))
      .sort()
  }

  /** The merged file. */
  read(path: string): ConfigFile {
    const own = parseFile(this.own, path)
    const delivered = this.delivered && parseFile(this.delivered, path)
    const shape = this.shapeOf(path)
    if (own && (!delivered || !shape)) return own
    return mergeLayers(own, this.isLeftOut(path) ? undefined : delivered, (shape ?? {}) as JsonShape, {
      mode: own ? this.modeOf(path, own.value) : 'overlay',
      leftOut: this.leftOut.get(path) ?? new Set(),
      replacedNumbers: this.replacedNumbers.get(path) ?? new Map(),
      // A menu link needs a list. Files of earlier releases may have a link without one: some lists were in code then.
      neededKeys: own && isObject(own.value) && own.value.menu !== undefined ? ['list'] : [],
    })
  }

  /**
   * If all errors are in delivered parts, marks these parts to be left out, or replaces numbers by their limit.
   *
   * @returns true if config should be compiled again
   */
  leaveOutFailing(errors: readonly ConfigError[]): boolean {
    const { delivered } = this
    this.rounds += 1
    if (!delivered || this.rounds > MAX_ROUNDS) return false
    const prefix = `${delivered.folder}/`
    const pathOf = ({ file }: ConfigError) => file.slice(prefix.length)
    const isInDelivered = (error: ConfigError) =>
      error.file.startsWith(prefix) &&
      error.code !== 'internal' &&
      Object.hasOwn(delivered.files, pathOf(error))
    if (!errors.every(isInDelivered)) return false
    let couldLeaveOutAll = true
    for (const error of errors) if (!this.leaveOut(pathOf(error), error)) couldLeaveOutAll = false
    if (!couldLeaveOutAll) return false
    this.warnings.push(
      ...errors.map(error => ({ ...error, params: { ...error.params, hint: '', isLeftOut: 1 } })),
    )
    return true
  }

  /**
   * Marks the smallest removable part around an error, or replaces a number by its limit.
   *
   * @returns false if nothing can be left out
   */
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
    const text = ownValue(this.own.files, path)
    return typeof text === 'string' && text.replace(/^\uFEFF/, '').trim() === 'null'
  }

  private get isFolderComplete(): boolean {
    return FIRST_RELEASE_FILES.every(path => Object.hasOwn(this.own.files, path))
  }

  /** Whether the owner's file is an overlay or complete. */
  private modeOf(path: string, value: unknown): LayerMode {
    if (!isObject(value)) return 'overlay'
    const entry = KEYS_OF_COMPLETE_FILE.find(({ file }) => file.test(path))
    if (entry) return entry.keys.every(key => Object.hasOwn(value, key)) ? 'complete' : 'overlay'
    // A complete method type may be an addition: the file replaces the delivered one only in a complete folder.
    const types = path === 'order-methods.json' && isObject(value.types) ? Object.values(value.types) : []
    const isComplete = types.length > 0 && types.every(type => isObject(type) && Object.hasOwn(type, 'value'))
    return isComplete && this.isFolderComplete ? 'complete' : 'overlay'
  }
}

/** Parses a file and converts its retired keys; `undefined` if the folder does not have the file. */
function parseFile({ files, folder }: ConfigFolder, path: string): JsonSource | undefined {
  const text = ownValue(files, path)
  if (text === undefined) return undefined
  const source = new JsonSource(`${folder}/${path}`, text)
  if (source.errors.length === 0) convertRetired(path, source)
  return source
}

function getOrCreate<Value>(entries: Map<string, Value>, key: string, make: () => Value): Value {
  const entry = entries.get(key) ?? make()
  entries.set(key, entry)
  return entry
}
