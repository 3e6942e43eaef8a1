/** With a broken config, `npm start` and the build print only our sentence and keep the last good build. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { afterEach, expect, test, vi } from 'vitest'
import { packageRoot } from '../../src/server/packageRoot'
import { copiedConfig, dataFolder } from '../support/dataFolder'

const config = copiedConfig()
const file = join(config, 'resources/devices.json')
writeFileSync(file, readFileSync(file, 'utf8').replace('"closed",\n', '"closde",\n'))
afterEach(() => {
  vi.unstubAllEnvs()
})

/** Writes a file that stands for the last build. */
function lastBuild(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const kept = join(folder, `kept-${process.pid}.txt`)
  writeFileSync(kept, 'the last good build')
  return kept
}

test('npm start prints file, line and cause, exits with 1, and keeps the last build', async () => {
  const kept = lastBuild(join(packageRoot, 'dist/console'))
  try {
    const { code, output } = await new Promise<{ code: unknown; output: string }>(resolve => {
      const env = { PATH: process.env.PATH, HOME: process.env.HOME, FLEET_CONFIG: config }
      execFile('npm', ['start'], { cwd: packageRoot, env }, (error, out, err) =>
        resolve({ code: error?.code, output: out + err }),
      )
    })
    expect(code).toBe(1)
    expect(output).toMatch(/devices\.json:\d+:7 \/list\/columns\/\d+ .*"closde".*"closed"/)
    expect(output).not.toMatch(/^\s+at |^npm err|\[vite|rolldown|node_modules/im)
    expect(existsSync(kept)).toBe(true)
  } finally {
    rmSync(kept, { force: true })
  }
})

test('vite build fails before it empties the output folder', async () => {
  vi.stubEnv('FLEET_CONFIG', config)
  const outDir = join(dataFolder(), 'dist')
  const kept = lastBuild(outDir)
  const building = build({
    root: packageRoot,
    configFile: join(packageRoot, 'vite.config.ts'),
    logLevel: 'silent',
    build: { outDir, emptyOutDir: true },
  })
  await expect(building).rejects.toThrow(/devices\.json:\d+:7 \/list\/columns\/\d+ .*closde/)
  expect(existsSync(kept)).toBe(true)
})
