/** `config/` and `i18n/` on disk: read, compiled together, and watched. */
import { type FSWatcher, realpathSync, watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Compiled, Locale } from '../../engine/compiled'
import type { Messages } from '../../engine/i18n'
import { compileConfig } from '../../engine/load/compileConfig'
import { compileMessages } from '../../engine/load/compileMessages'
import type { Unreadable } from '../../engine/load/JsonSource'
import type { ConfigFolder } from '../../engine/load/layers/ConfigLayers'
import type { ConfigError } from '../../engine/load/problems'
import { shortHash } from '../../engine/load/shortHash'
import { packageRoot } from '../packageRoot'
import { jsonFiles, readTexts } from './readTexts'

export interface Folders {
  config: string
  i18n: string
  /** What lies over them: an owner's config, which may hold only what differs, and sentences. */
  own?: {
    config?: string | undefined
    i18n?: string | undefined
    /** There need not be own sentences: the folder may come later. */
    mayLackI18n?: boolean
  }
}

/**
 * The folders of an installation: what was delivered, and what its owner lays over it. The delivered config may be
 * edited where it is. Own sentences are in `i18n/` of the config folder, or where FLEET_I18N says.
 */
export function foldersOf({ config, i18n }: { config: string; i18n?: string | undefined }): Folders {
  const delivered = join(packageRoot, 'config')
  const sentences = i18n ?? join(config, 'i18n')
  return {
    config: delivered,
    i18n: join(packageRoot, 'i18n'),
    own: {
      ...(!isSamePlace(config, delivered) && { config }),
      ...(!isSamePlace(sentences, join(packageRoot, 'i18n')) && { i18n: sentences }),
      mayLackI18n: i18n === undefined,
    },
  }
}

function isSamePlace(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other)
  } catch {
    return false
  }
}

export type FoldersResult =
  | {
      ok: true
      config: Compiled
      messages: Record<Locale, Messages>
      counts: { files: number; sentences: number }
      /** What is not used, or will not be: the config is in force nevertheless. */
      warnings: ConfigError[]
    }
  /** The sentences as far as they can be read, to put the errors into words. */
  | { ok: false; errors: ConfigError[]; messages?: Record<Locale, Messages> }

/** Reads both folders and compiles them. It never throws: a folder that is not there is an error like any other. */
export async function readFolders(folders: Folders): Promise<FoldersResult> {
  try {
    return await compileFolders(folders)
  } catch (error) {
    return {
      ok: false,
      errors: [problemOf(folders.config, { code: 'internal', params: { cause: String(error) } })],
    }
  }
}

async function compileFolders({ config, i18n, own = {} }: Folders): Promise<FoldersResult> {
  const [settings, sentences] = await Promise.all([
    readLayers(config, own.config),
    readLayers(i18n, own.i18n, own.mayLackI18n),
  ])
  if ('problem' in settings) return { ok: false, errors: [settings.problem] }
  if ('problem' in sentences) return { ok: false, errors: [sentences.problem] }
  const compiled = configOf(settings.top, settings.below)
  const said = sentencesOf(sentences.top, sentences.below)
  if (!compiled.ok || !said.ok) {
    return {
      ok: false,
      errors: [...(compiled.ok ? [] : compiled.errors), ...(said.ok ? [] : said.errors)],
      messages: said.messages,
    }
  }
  const { shared } = compiled.config
  // The page holds the sentences too: its hash speaks for both.
  const hash = shortHash(shared.hash + JSON.stringify(said.messages))
  return {
    ok: true,
    config: { ...compiled.config, shared: { ...shared, hash } },
    messages: said.messages,
    counts: { files: compiled.files, sentences: said.sentences },
    warnings: [...compiled.warnings, ...said.warnings],
  }
}

interface Layers {
  top: ConfigFolder
  /** What was delivered, where the top is the owner's. */
  below: ConfigFolder | undefined
}

async function readLayers(
  delivered: string,
  own: string | undefined,
  mayLack = false,
): Promise<Layers | { problem: ConfigError }> {
  const folders: ConfigFolder[] = []
  for (const folder of own === undefined ? [delivered] : [own, delivered]) {
    const read = await readTexts(folder)
    if ('problem' in read && mayLack && folder === own && read.problem.code === 'noFolder') continue
    if ('problem' in read) return { problem: problemOf(folder, read.problem) }
    folders.push({ files: read.texts, folder: nameOf(folder) })
  }
  const [top, below] = folders
  return { top: top!, below }
}

/** A change is most often in one of the folders: the other ones are not compiled again. */
function unlessSame<Result>(
  compile: (files: ConfigFolder['files'], folder: string, delivered?: ConfigFolder) => Result,
): (top: ConfigFolder, below: ConfigFolder | undefined) => Result {
  let last: { given: unknown; result: Result } | undefined
  return (top, below) => {
    const given = [top, below]
    if (!last || !isDeepStrictEqual(last.given, given))
      last = { given, result: compile(top.files, top.folder, below) }
    return last.result
  }
}

const configOf = unlessSame(compileConfig)
const sentencesOf = unlessSame(compileMessages)

/** As short as it can be written from where the server runs, so that a terminal can open it. */
function nameOf(folder: string): string {
  const path = relative(process.cwd(), folder)
  const outside = path.startsWith('..') || isAbsolute(path)
  return (outside ? folder : path || '.').split(sep).join('/')
}

function problemOf(folder: string, problem: Unreadable): ConfigError {
  return { file: nameOf(folder), line: 1, column: 1, path: '', ...problem }
}

export interface WatchOptions {
  /** Changes closer together than this are one. */
  settleMs: number
  /** How often the files are compared, for mounts that report no changes. */
  pollMs: number
}

/**
 * Calls when something in the folders has changed. Editors replace files, so the folders are watched, not the files.
 *
 * @param since the state that is known already (`folderState`): what changed before the watch began is not missed
 * @returns ends the watch
 */
export function watchFolders(
  folders: Folders,
  since: string,
  changed: () => void,
  { settleMs, pollMs }: WatchOptions,
): () => void {
  let debounce: NodeJS.Timeout | undefined
  let last = since
  let ended = false
  const watchers: FSWatcher[] = []

  const look = async () => {
    const now = await folderState(folders)
    if (ended || now === last) return
    last = now
    changed()
  }
  const lookSoon = () => {
    clearTimeout(debounce)
    debounce = setTimeout(look, settleMs)
  }
  for (const folder of watched(folders)) {
    try {
      const watcher = watch(folder, { persistent: false }, lookSoon)
      watcher.on('error', () => watcher.close())
      watchers.push(watcher)
    } catch {
      // Not there, or no watches left: looking at intervals finds the change.
    }
  }
  void look()
  const polling = setInterval(look, pollMs)
  polling.unref()

  return () => {
    ended = true
    clearTimeout(debounce)
    clearInterval(polling)
    for (const watcher of watchers) watcher.close()
  }
}

/** The folders with the files; the owner's are looked at first. */
function roots({ config, i18n, own = {} }: Folders): { config: string[]; i18n: string[] } {
  const there = (folders: (string | undefined)[]) => folders.filter(folder => folder !== undefined)
  return { config: there([own.config, config]), i18n: there([own.i18n, i18n]) }
}

function watched(folders: Folders): string[] {
  const { config, i18n } = roots(folders)
  return [
    ...config.flatMap(folder => [folder, join(folder, 'resources')]),
    ...i18n.flatMap(folder => [folder, join(folder, 'ko'), join(folder, 'en')]),
  ]
}

/** Size and time of every file: differs when any has changed. */
export async function folderState(folders: Folders): Promise<string> {
  const { config, i18n } = roots(folders)
  const parts = await Promise.all(
    [...config, ...i18n].map(async folder => {
      const paths = (await jsonFiles(folder)) ?? []
      return Promise.all(
        paths.map(async path => {
          const { size, mtimeMs, ino } = await stat(join(folder, path)).catch(() => ({
            size: 0,
            mtimeMs: 0,
            ino: 0,
          }))
          return `${path}:${size}:${mtimeMs}:${ino}`
        }),
      )
    }),
  )
  return parts.flat().join('\n')
}
