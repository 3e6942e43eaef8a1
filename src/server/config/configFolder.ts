/** `config/` and `i18n/` on disk: read, compiled together, and watched. */
import { type FSWatcher, watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Compiled, Locale } from '../../engine/compiled'
import type { Messages } from '../../engine/i18n'
import { compileConfig } from '../../engine/load/compileConfig'
import { compileMessages } from '../../engine/load/compileMessages'
import type { FileText, Unreadable } from '../../engine/load/JsonSource'
import type { ConfigError } from '../../engine/load/problems'
import { shortHash } from '../../engine/load/shortHash'
import { jsonFiles, readTexts } from './readTexts'

export interface Folders {
  config: string
  i18n: string
}

export type FoldersResult =
  | {
      ok: true
      config: Compiled
      messages: Record<Locale, Messages>
      counts: { files: number; sentences: number }
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

async function compileFolders(folders: Folders): Promise<FoldersResult> {
  const [config, i18n] = await Promise.all([readTexts(folders.config), readTexts(folders.i18n)])
  if ('problem' in config) return { ok: false, errors: [problemOf(folders.config, config.problem)] }
  if ('problem' in i18n) return { ok: false, errors: [problemOf(folders.i18n, i18n.problem)] }
  const compiled = configOf(config.texts, nameOf(folders.config))
  const sentences = sentencesOf(i18n.texts, nameOf(folders.i18n))
  if (!compiled.ok || !sentences.ok) {
    return {
      ok: false,
      errors: [...(compiled.ok ? [] : compiled.errors), ...(sentences.ok ? [] : sentences.errors)],
      messages: sentences.messages,
    }
  }
  const { shared } = compiled.config
  // The page holds the sentences too: its hash speaks for both.
  const hash = shortHash(shared.hash + JSON.stringify(sentences.messages))
  return {
    ok: true,
    config: { ...compiled.config, shared: { ...shared, hash } },
    messages: sentences.messages,
    counts: { files: compiled.files, sentences: sentences.sentences },
  }
}

type Texts = Readonly<Record<string, FileText>>

/** A change is most often in one of the folders: the other one is not compiled again. */
function unlessSame<Result>(compile: (texts: Texts, folder: string) => Result): typeof compile {
  let last: { texts: Texts; folder: string; result: Result } | undefined
  return (texts, folder) => {
    if (last?.folder !== folder || !isDeepStrictEqual(last.texts, texts))
      last = { texts, folder, result: compile(texts, folder) }
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
  /** Some mounts report nothing: so often the files are looked at anyway. */
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
  const { config, i18n } = folders
  for (const folder of [config, join(config, 'resources'), i18n, join(i18n, 'ko'), join(i18n, 'en')]) {
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

/** Size and time of every file: differs when any has changed. */
export async function folderState({ config, i18n }: Folders): Promise<string> {
  const parts = await Promise.all(
    [config, i18n].map(async folder => {
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
