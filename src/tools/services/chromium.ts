/** Finds a working Chromium for the browser tests and the bench, or installs one. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'

/** The names of programs, best first: with the headless shell, tests take a fifth less time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/**
 * The path of the first Chromium that starts. If CHROMIUM_PATH is set, tries only this path; else the programs of the
 * machine, then the Chromium of Playwright.
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/bin']
  const onMachine = NAMES.flatMap(name => folders.map(folder => join(folder, name)))
  const candidates = env.CHROMIUM_PATH ? [env.CHROMIUM_PATH] : [...onMachine, chromium.executablePath()]
  return candidates.find(path => existsSync(path) && canStart(path))
}

/** Like `findChromium`, but installs a Chromium if none is found: by Playwright, or on Debian as root by apt-get. */
export function obtainChromium(): string | undefined {
  const executable = findChromium()
  if (executable || process.env.CHROMIUM_PATH) return executable
  console.log('Found no Chromium. Running: npx playwright install chromium')
  run('npx', ['playwright', 'install', 'chromium'])
  const installed = findChromium()
  if (installed || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return installed
  console.log(
    'That Chromium does not start. Running: apt-get install chromium-headless-shell, or else chromium',
  )
  run('apt-get', ['update', '-q'])
  for (const name of ['chromium-headless-shell', 'chromium']) {
    run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name])
    const executable = findChromium()
    if (executable) return executable
  }
  return undefined
}

/** Printed if `obtainChromium` fails. */
export const CHROMIUM_ADVICE = [
  'The browser tests need Chromium, and none could be found or installed.',
  'Install one (Debian: apt-get install chromium; elsewhere: npx playwright install --with-deps chromium),',
  'or name the one you have: CHROMIUM_PATH=/path/to/chrome npm test',
].join('\n')

/** Starts a browser. @throws if none is found and none can be installed */
export async function startChromium(): Promise<Browser> {
  const executablePath = obtainChromium()
  if (!executablePath) throw new Error(CHROMIUM_ADVICE)
  return chromium.launch({ executablePath, args: chromiumArguments() })
}

/** As root, Chromium starts only without its sandbox. */
export const chromiumArguments = (): string[] => (process.getuid?.() === 0 ? ['--no-sandbox'] : [])

const canStart = (path: string) =>
  spawnSync(path, ['--version', ...chromiumArguments()], { timeout: 20_000 }).status === 0

const run = (command: string, args: string[]) =>
  spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
