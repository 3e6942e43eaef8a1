/** With a broken config, `npm start` prints only our sentence and keeps the last good build. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/server/packageRoot'
import { copiedConfig } from '../support/dataFolder'

const config = copiedConfig()
const file = join(config, 'resources/devices.json')
writeFileSync(file, readFileSync(file, 'utf8').replace('"closed",\n', '"closde",\n'))
test('npm start prints file, line and cause, exits with 1, and keeps the last build', async () => {
  const folder = join(packageRoot, 'dist/console')
  mkdirSync(folder, { recursive: true })
  const kept = join(folder, `kept-${process.pid}.txt`)
  writeFileSync(kept, 'the last good build')
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
