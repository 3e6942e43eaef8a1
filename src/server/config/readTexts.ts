/** Reads the JSON files of a folder as texts. An unreadable file results in a problem instead of a text. */
import { isUtf8 } from 'node:buffer'
import { lstat, readdir, readFile, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { FileText, Unreadable } from '../../engine/load/JsonSource'
import { MAX_BYTES, MAX_FILES, MAX_MAP_BYTES } from '../../engine/load/limits'
import { errorCode } from '../store/failures'

/** Subfolders of the config folder that do not belong to the config. */
const IGNORED_FOLDERS = /^(schema|examples|i18n)\//

type TextsResult = { texts: Record<string, FileText> } | { problem: Unreadable }

/** Returns the texts by path relative to the folder, with forward slashes. */
export async function readTexts(folder: string): Promise<TextsResult> {
  const paths = (await jsonFiles(folder))?.filter(path => !IGNORED_FOLDERS.test(path))
  if (!paths) return { problem: { code: 'noFolder', params: {} } }
  if (paths.length > MAX_FILES) return { problem: { code: 'tooManyFiles', params: { limit: MAX_FILES } } }
  const entries = await Promise.all(
    paths.map(async (path): Promise<[string, FileText][]> => {
      const text = await readText(join(folder, path), path.endsWith('.geojson') ? MAX_MAP_BYTES : MAX_BYTES)
      return text === undefined ? [] : [[path, text]]
    }),
  )
  return { texts: Object.fromEntries(entries.flat()) }
}

/** The paths of the JSON and GeoJSON files below a folder; `undefined` if it cannot be read. */
export async function jsonFiles(folder: string): Promise<string[] | undefined> {
  try {
    const names = await readdir(folder, { recursive: true })
    return names
      .filter(name => /\.(geo)?json$/.test(name) && !/(^|[\\/])\./.test(name))
      .map(name => name.split(sep).join('/'))
      .sort()
  } catch {
    return undefined
  }
}

/** @returns `undefined` if the file has vanished */
async function readText(path: string, limit: number): Promise<FileText | undefined> {
  try {
    const stats = await stat(path)
    // Reading a pipe or a device could block forever.
    if (!stats.isFile()) return { code: 'notAFile', params: {} }
    if (stats.size > limit) return { code: 'tooLarge', params: { limit } }
    const bytes = await readFile(path)
    return isUtf8(bytes)
      ? bytes.toString('utf8')
      : { code: 'notUtf8', params: {}, ...positionOfBadCharacter(bytes) }
  } catch (error) {
    // If the path is gone, an editor is replacing the file: ignore it, the watch will report it again. `lstat` does not
    // follow links: a link without a target still exists, and is an error.
    const entry = await lstat(path).catch(() => undefined)
    if (!entry) return undefined
    return { code: 'unreadable', params: { cause: errorCode(error) ?? '' } }
  }
}

/** Finds the first character that is not UTF-8, by bisection. */
function positionOfBadCharacter(bytes: Buffer): { line: number; column: number } {
  let validLength = 0
  let invalidLength = bytes.length
  while (invalidLength - validLength > 1) {
    const middle = Math.floor((validLength + invalidLength) / 2)
    if (decodePrefix(bytes, middle) === undefined) invalidLength = middle
    else validLength = middle
  }
  const lines = decodePrefix(bytes, validLength)!.split('\n')
  return { line: lines.length, column: lines.at(-1)!.length + 1 }
}

/** Decodes the first bytes, without a character that is cut off at their end. @returns `undefined` if not UTF-8 */
function decodePrefix(bytes: Buffer, length: number): string | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  try {
    // Without `stream` a character that is cut off would be an error.
    return decoder.decode(bytes.subarray(0, length), { stream: true })
  } catch {
    return undefined
  }
}
