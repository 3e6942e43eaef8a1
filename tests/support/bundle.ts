/**
 * Bundles the server and the commands of `npm run` that tests start as processes: once in a run, for the first file
 * that needs them. A bundle starts three times as fast as the sources.
 */
import { existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { build } from 'vite'
import { packageRoot } from '../../src/server/packageRoot'

/** Scripts in `src/tools`. */
const COMMANDS = ['account', 'configCheck', 'configNewResource', 'gateway', 'imports/importSheet']

/** Inside the package, because the server looks for its files there. `./wholeRun` removes it. */
export const bundleFolder = () =>
  join(packageRoot, `node_modules/.cache/fleet-bundle-${process.env.TEST_RUN}`)

/** The path of a bundled script: `main`, the server, or a command of `src/tools`. */
export async function bundled(name: string): Promise<string> {
  const folder = bundleFolder()
  if (!existsSync(folder)) await (takeLock() ? make(folder) : waitFor(folder))
  return join(folder, `${name}.js`)
}

const lock = () => `${bundleFolder()}.lock`

/** @returns false if another process bundles */
function takeLock(): boolean {
  mkdirSync(dirname(lock()), { recursive: true })
  try {
    mkdirSync(lock())
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

async function make(folder: string): Promise<void> {
  try {
    const aside = `${folder}.new`
    const commands = COMMANDS.map(path => [basename(path), `src/tools/${path}.ts`])
    await build({
      configFile: join(packageRoot, 'vite.config.ts'),
      logLevel: 'error',
      build: {
        ssr: true,
        outDir: aside,
        emptyOutDir: true,
        sourcemap: false,
        rollupOptions: { input: Object.fromEntries(commands) },
      },
    })
    renameSync(aside, folder)
  } finally {
    rmdirSync(lock())
  }
}

/** Waits while another process bundles. */
async function waitFor(folder: string): Promise<void> {
  while (existsSync(lock())) await setTimeout(50)
  if (!existsSync(folder)) throw new Error('The server could not be bundled: see the other test file.')
}
