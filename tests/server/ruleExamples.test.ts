/** The examples of rules, dropped into `config/resources/`: what they say holds on the server. */
import { expect, test } from 'vitest'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { testConfig } from '../support/config'
import { configFiles } from '../support/configFiles'
import { startTestApp } from '../support/server'

const files = configFiles()

async function started(name: string) {
  const result = compileConfig({ ...files, [`resources/${name}.json`]: files[`examples/${name}.json`]! })
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  const { config: compiled } = result
  const { ask } = await startTestApp(undefined, {
    config: testConfig(config => Object.assign(config, compiled)),
  })
  return async (payload: object, who = 'vendor') => {
    const answer = await ask(who, { method: 'POST', url: `/api/resources/${name}`, payload })
    return answer.statusCode === 200 ? 'stored' : answer.json().errors
  }
}

test('a contract has a number of its own, ends after it begins, and has one or two services', async () => {
  const make = await started('contracts')
  const contract = { number: 'C-1', begins: '2026-01-01', ends: '2026-12-31', services: ['remote'] }
  expect(await make(contract)).toBe('stored')
  expect(await make({ ...contract, number: 'c-1' })).toEqual({
    number: '이미 등록된 계약번호입니다. 기존 계약을 확인해 주세요.',
  })
  expect(
    await make({ ...contract, number: 'C-2', ends: '2025-12-31', services: ['remote', 'repair', 'report'] }),
  ).toEqual({
    ends: '2026-01-01 또는 그 이후여야 합니다.',
    services: '2개까지 선택할 수 있습니다.',
  })
  expect(await make({ ...contract, number: 'C-2', visit: '2020-01-01T00:00:00Z' })).toEqual({
    visit: expect.stringMatching(/^\d{4}-\d\d-\d\d 00:00 KST 또는 그 이후여야 합니다\.$/),
  })
})

test('a SIM card is registered once, and two are never in one slot of a box', async () => {
  const make = await started('sim-stock')
  const card = (n: number, more = {}) => ({ iccid: `898230000000000000${n}`, ...more })
  expect(await make(card(1, { box: '가', slot: 3 }))).toBe('stored')
  expect(await make(card(1), 'master')).toEqual({ iccid: '이미 등록된 유심입니다.' })
  expect(await make(card(2, { box: '가', slot: 3 }))).toEqual({
    slot: '이 상자의 이 칸에는 다른 유심이 있습니다.',
  })
  expect(await make(card(2, { slot: 3 }))).toBe('stored')
  expect(await make(card(3, { box: '나', slot: 3, received: '2999-01-01' }))).toEqual({
    received: expect.stringContaining('이전이어야'),
  })
})
