/** `npm run config:check` as a process: output, exit code and flags. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { serveCopies } from '../../src/server/copyService'
import { runCommand } from '../support/commands'
import { openFolder } from '../support/databases'
import { copiedConfig } from '../support/dataFolder'
import { insertRow } from '../support/rows'

let folder: string
beforeEach(() => {
  folder = copiedConfig()
})

const check = (env: Record<string, string>, flags: string[] = []) =>
  runCommand('configCheck', { flags, env: { FLEET_CONFIG: folder, ...env } })

test('a valid config prints one line', async () => {
  const { code, out, err } = await check({})
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^설정에 문제가 없습니다: 설정 파일 \d+개, 자원 \d+개, 문장 \d+개\.\n$/)
})

test('--data works with and without the separator -- of npm', async () => {
  const noData = { FLEET_DATA: join(folder, 'noData') }
  const { code, out } = await check({ npm_config_data: 'true', ...noData })
  expect(code).toBe(0)
  expect(out).toContain(`아직 데이터가 없습니다: ${noData.FLEET_DATA}`)
  const flagged = await check(noData, ['--data'])
  expect(flagged.out).toBe(out)
})

test('an unknown flag is refused', async () => {
  const { code, err } = await check({}, ['--dta'])
  expect([code, err]).toEqual([1, '알 수 없는 인자입니다: --dta. 쓸 수 있는 인자: 설정 폴더, --data\n'])
})

test('every error prints a line with file, line, column, path and cause, and the command fails', async () => {
  const file = join(folder, 'resources/devices.json')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('"modem.band",', '"modem.bnad",').replace('"perPage"', '"perPag"'))
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

test('--data reads a folder that a server has open', async () => {
  const data = join(folder, 'data')
  const sims = join(folder, 'resources/sims.json')
  cpSync(join(folder, 'examples/sims.json'), sims)
  const db = await openFolder(data)
  const endCopies = await serveCopies(db, data)
  const sim = { iccid: '8982300000000000001', carrier: 'gone' }
  await insertRow(db, 'records', { resource: 'sims', data: JSON.stringify(sim) })
  const { code, err } = await check({ FLEET_DATA: data }, ['--data'])
  await endCopies()
  await db.destroy()
  const problem = '(통신사) 기록 1개가 선택지에 없는 값을 쓰고 있습니다: "gone"'
  expect([code, err]).toEqual([1, expect.stringContaining(problem)])
})
