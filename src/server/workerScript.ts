/** The script of a worker thread, from the bundle or from source. */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fromSource, packageRoot } from './packageRoot'

const require = createRequire(join(packageRoot, 'package.json'))

/**
 * The bundle holds each worker as a file beside `main.js`. From source it is bundled once for each state of what it is
 * made of: a loader in the thread would cost more than its start.
 *
 * @param name path below `src/server`, without its ending
 * @param rooms folders below `src` that it imports from, besides its own folder's types
 */
export async function workerScript(name: string, rooms: readonly string[] = []): Promise<string> {
  if (!fromSource) return join(import.meta.dirname, `${basename(name)}.js`)
  const source = join(packageRoot, `src/server/${name}.ts`)
  const script = join(
    packageRoot,
    `node_modules/.cache/fleet/${basename(name)}-${stateOf(source, rooms)}.mjs`,
  )
  if (!existsSync(script)) await bundle(source, script)
  return script
}

function stateOf(source: string, rooms: readonly string[]): string {
  const hash = createHash('sha256').update(readFileSync(source))
  for (const room of rooms)
    for (const file of readdirSync(join(packageRoot, 'src', room)).sort())
      hash.update(readFileSync(join(packageRoot, 'src', room, file)))
  return hash.digest('hex').slice(0, 16)
}

async function bundle(source: string, script: string): Promise<void> {
  const { build } = (await import(pathToFileURL(require.resolve('vite')).href)) as typeof import('vite')
  const built = await build({
    configFile: false,
    root: packageRoot,
    logLevel: 'error',
    build: { ssr: source, write: false, target: 'node20', copyPublicDir: false },
  })
  const [chunk] = [built].flat().flatMap(one => ('output' in one ? one.output : []))
  if (chunk?.type !== 'chunk') throw new Error(`${source} could not be bundled`)
  mkdirSync(dirname(script), { recursive: true })
  // Written aside and renamed: several may start at the same time.
  const aside = `${script}.${randomUUID()}`
  writeFileSync(aside, chunk.code)
  renameSync(aside, script)
}
