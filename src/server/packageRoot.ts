/** Finds the folder of the package, from `src` and from the bundle in `dist`. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Whether the code runs from its TypeScript sources (`npm run dev`, tests). */
export const fromSource = import.meta.url.endsWith('.ts')

/** The folder of package.json, `config/`, `i18n/` and `dist/`. */
export const packageRoot: string = findRoot(dirname(fileURLToPath(import.meta.url)))

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('package.json not found')
  return findRoot(parent)
}

/** The versions of this package and of Node, for the log. */
export function versions(): { version: string; node: string } {
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    version: string
  }
  return { version, node: process.versions.node }
}
