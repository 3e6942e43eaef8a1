/** `npm run config:check`, as a product owner runs it. */
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { packageRoot } from '../../src/server/packageRoot'
import { bundled } from '../support/bundle'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fleet-check-'))
  cpSync(join(packageRoot, 'config'), folder, { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true }))

async function check(env: NodeJS.ProcessEnv, flags: string[] = []) {
  const script = await bundled('configCheck')
  return new Promise<{ code: number; out: string; err: string }>(resolve => {
    execFile(
      process.execPath,
      [script, ...flags],
      { cwd: packageRoot, env: { PATH: process.env.PATH, FLEET_CONFIG: folder, ...env } },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
    )
  })
}

test('a sound config is one line', async () => {
  const { code, out, err } = await check({})
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^설정에 문제가 없습니다: 설정 파일 \d+개, 자원 \d+개, 문장 \d+개\.\n$/)
})

test('the flag for the data is understood behind -- and without it', async () => {
  const nowhere = { FLEET_DATA: join(folder, 'nowhere') }
  const { code, out } = await check({ npm_config_data: 'true', ...nowhere })
  expect(code).toBe(0)
  expect(out).toContain(`아직 데이터가 없습니다: ${nowhere.FLEET_DATA}`)
  const flagged = await check(nowhere, ['--data'])
  expect(flagged.out).toBe(out)
})

test('an unknown flag is told', async () => {
  const { code, err } = await check({}, ['--dta'])
  expect([code, err]).toEqual([1, '알 수 없는 인자입니다: --dta. 쓸 수 있는 인자: 설정 폴더, --data\n'])
})

test('every slip is a line with file, line, column, path and cause, and the command fails', async () => {
  const file = join(folder, 'resources/devices.json')
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace('"modem.band",', '"modem.bnad",').replace('"perPage"', '"perPag"'),
  )
  const { code, out, err } = await check({ LANG: 'en_US.UTF-8' })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err.split('\n')).toEqual([
    expect.stringMatching(
      /resources\/devices\.json:\d+:7 \/list\/columns\/12 Unknown field "modem\.bnad"\. Did you mean "modem\.band"\?$/,
    ),
    expect.stringMatching(
      /resources\/devices\.json:\d+:5 \/list\/perPag Unknown key "perPag"\. .*Did you mean "perPage"\?$/,
    ),
    'The config has 2 problems.',
    '',
  ])
})
