/** Reads, compiles and watches `config/` and `i18n/` on disk. */
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
  /** The owner's folders, which override the built-in ones; they may contain only what differs. */
  own?: {
    config?: string | undefined
    i18n?: string | undefined
    /** The i18n folder may be missing; it may be added later. */
    isI18nOptional?: boolean
  }
}

/**
 * The folders of an installation: the built-in ones, which may be edited in place, and the owner's. The owner's texts
 * are in `i18n/` of the config folder, or in FLEET_I18N.
 */
export function foldersOf({ config, i18n }: { config: string; i18n?: string | undefined }): Folders {
  const builtIn = join(packageRoot, 'config')
  const sentences = i18n ?? join(config, 'i18n')
  return {
    config: builtIn,
    i18n: join(packageRoot, 'i18n'),
    own: {
      ...(!isSameFolder(config, builtIn) && { config }),
      ...(!isSameFolder(sentences, join(packageRoot, 'i18n')) && { i18n: sentences }),
      isI18nOptional: i18n === undefined,
    },
  }
}

function isSameFolder(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b)
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
      /** Parts that are unused or deprecated; the config is valid nevertheless. */
      warnings: ConfigError[]
    }
  /** `messages`: the readable texts, to translate the errors. */
  | { ok: false; errors: ConfigError[]; messages?: Record<Locale, Messages> }

/** Reads and compiles all folders. Never throws: a missing folder is one of the errors. */
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
    readLayers(i18n, own.i18n, own.isI18nOptional),
  ])
  if ('problem' in settings) return { ok: false, errors: [settings.problem] }
  if ('problem' in sentences) return { ok: false, errors: [sentences.problem] }
  const compiled = configOf(settings.top, settings.below)
  const texts = sentencesOf(sentences.top, sentences.below)
  if (!compiled.ok || !texts.ok) {
    return {
      ok: false,
      errors: [...(compiled.ok ? [] : compiled.errors), ...(texts.ok ? [] : texts.errors)],
      messages: texts.messages,
    }
  }
  const { shared } = compiled.config
  // The page contains config and texts, so the hash covers both.
  const hash = shortHash(shared.hash + JSON.stringify(texts.messages))
  return {
    ok: true,
    config: { ...compiled.config, shared: { ...shared, hash } },
    messages: texts.messages,
    counts: { files: compiled.fileCount, sentences: texts.sentences },
    warnings: [...compiled.warnings, ...texts.warnings],
  }
}

interface Layers {
  top: ConfigFolder
  /** The built-in folder, if `top` is the owner's. */
  below: ConfigFolder | undefined
}

async function readLayers(
  builtIn: string,
  own: string | undefined,
  isOptional = false,
): Promise<Layers | { problem: ConfigError }> {
  const folders: ConfigFolder[] = []
  for (const folder of own === undefined ? [builtIn] : [own, builtIn]) {
    const result = await readTexts(folder)
    if ('problem' in result && isOptional && folder === own && result.problem.code === 'noFolder') continue
    if ('problem' in result) return { problem: problemOf(folder, result.problem) }
    folders.push({ files: result.texts, folder: displayPath(folder) })
  }
  const [top, below] = folders
  return { top: top!, below }
}

/**
 * Makes `compile` return its last result if the input is the same. Most changes are in one of the two folders; the
 * other is not compiled again.
 */
function memoizeLast<Result>(
  compile: (files: ConfigFolder['files'], folder: string, builtIn?: ConfigFolder) => Result,
): (top: ConfigFolder, below: ConfigFolder | undefined) => Result {
  let last: { input: unknown; result: Result } | undefined
  return (top, below) => {
    const input = [top, below]
    if (!last || !isDeepStrictEqual(last.input, input))
      last = { input, result: compile(top.files, top.folder, below) }
    return last.result
  }
}

const configOf = memoizeLast(compileConfig)
const sentencesOf = memoizeLast(compileMessages)

/** The path relative to the working directory if it is within it, so that a terminal can open it. */
function displayPath(folder: string): string {
  const path = relative(process.cwd(), folder)
  const isOutside = path.startsWith('..') || isAbsolute(path)
  return (isOutside ? folder : path || '.').split(sep).join('/')
}

function problemOf(folder: string, problem: Unreadable): ConfigError {
  return { file: displayPath(folder), line: 1, column: 1, path: '', ...problem }
}

export interface WatchOptions {
  /** Changes within this time are reported once. */
  settleMs: number
  /** How often the files are compared, for file systems that report no changes. */
  pollMs: number
}

/**
 * Calls back when a file in the folders changes. Watches the folders, not the files, because editors replace files.
 *
 * @param since the known state (`folderState`); a change between it and the start of the watch is reported too
 * @returns ends the watch
 */
export function watchFolders(
  folders: Folders,
  since: string,
  onChange: () => void,
  { settleMs, pollMs }: WatchOptions,
): () => void {
  let debounce: NodeJS.Timeout | undefined
  let lastState = since
  let isEnded = false
  const watchers: FSWatcher[] = []

  const check = async () => {
    const state = await folderState(folders)
    if (isEnded || state === lastState) return
    lastState = state
    onChange()
  }
  const checkSoon = () => {
    clearTimeout(debounce)
    debounce = setTimeout(check, settleMs)
  }
  for (const folder of foldersToWatch(folders)) {
    try {
      const watcher = watch(folder, { persistent: false }, checkSoon)
      watcher.on('error', () => watcher.close())
      watchers.push(watcher)
    } catch {
      // The folder is missing, or the system allows no more watches: polling finds the change.
    }
  }
  void check()
  const polling = setInterval(check, pollMs)
  polling.unref()

  return () => {
    isEnded = true
    clearTimeout(debounce)
    clearInterval(polling)
    for (const watcher of watchers) watcher.close()
  }
}

/** The folders to read, the owner's first. */
function foldersToRead({ config, i18n, own = {} }: Folders): { config: string[]; i18n: string[] } {
  const present = (folders: (string | undefined)[]) => folders.filter(folder => folder !== undefined)
  return { config: present([own.config, config]), i18n: present([own.i18n, i18n]) }
}

/** The folders to watch, with their subfolders, since the watches are not recursive. */
function foldersToWatch(folders: Folders): string[] {
  const { config, i18n } = foldersToRead(folders)
  return [
    ...config.flatMap(folder => [folder, join(folder, 'resources')]),
    ...i18n.flatMap(folder => [folder, join(folder, 'ko'), join(folder, 'en')]),
  ]
}

/** Size and time of every file as a text, which differs if any file has changed. */
export async function folderState(folders: Folders): Promise<string> {
  const { config, i18n } = foldersToRead(folders)
  const parts = await Promise.all(
    [...config, ...i18n].map(async folder => {
      const paths = (await jsonFiles(folder)) ?? []
      return Promise.all(
        paths.map(async path => {
          // Zeros if the file has been deleted in the meantime.
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
