/** Finds or builds the script of a worker thread. */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fromSource, packageRoot } from './packageRoot'

const require = createRequire(join(packageRoot, 'package.json'))

/**
 * In the bundle each worker is a file next to `main.js`. From source the worker is bundled again whenever its sources
 * have changed: a TypeScript loader in the thread would take longer than the start of the thread.
 *
 * @param name path below `src/server`, without extension
 * @param rooms folders below `src` whose sources the worker imports
 */
export async function workerScript(name: string, rooms: readonly string[] = []): Promise<string> {
  if (!fromSource) return join(import.meta.dirname, `${basename(name)}.js`)
  const source = join(packageRoot, `src/server/${name}.ts`)
  const script = join(
    packageRoot,
    `node_modules/.cache/fleet/${basename(name)}-${sourceHash(source, rooms)}.mjs`,
  )
  if (!existsSync(script)) await bundle(source, script)
  return script
}

function sourceHash(source: string, rooms: readonly string[]): string {
  const hash = createHash('sha256').update(readFileSync(source))
  for (const room of rooms)
    for (const file of readdirSync(join(packageRoot, 'src', room)).sort())
      hash.update(readFileSync(join(packageRoot, 'src', room, file)))
  return hash.digest('hex').slice(0, 16)
}

async function bundle(source: string, script: string): Promise<void> {
  const { build } = (await import(pathToFileURL(require.resolve('vite')).href)) as typeof import('vite')
  const output = await build({
    configFile: false,
    root: packageRoot,
    logLevel: 'error',
    build: { ssr: source, write: false, target: 'node20', copyPublicDir: false },
  })
  const results = Array.isArray(output) ? output : [output]
  const [chunk] = results.flatMap(result => ('output' in result ? result.output : []))
  if (chunk?.type !== 'chunk') throw new Error(`${source} could not be bundled`)
  mkdirSync(dirname(script), { recursive: true })
  // Written to a temporary file and renamed, since several processes may do this at the same time.
  const temporary = `${script}.${randomUUID()}`
  writeFileSync(temporary, chunk.code)
  renameSync(temporary, script)
}
