/** The example resources with rules, added to `config/resources/`: the server enforces what they say. */
import { expect, test } from 'vitest'
import { compileWith } from '../support/config'
import { configFiles } from '../support/configFiles'
import { startTestApp } from '../support/server'

/** Starts the app with an example; the result saves a record of it. */
async function startWith(name: string) {
  const current = compileWith({
    [`resources/${name}.json`]: JSON.parse(configFiles()[`examples/${name}.json`]!),
  })
  const { ask } = await startTestApp(undefined, { current: () => current })
  return async (payload: object, who = 'vendor') => {
    const response = await ask(who, { method: 'POST', url: `/api/resources/${name}`, payload })
    return response.statusCode === 200 ? 'stored' : response.json().errors
  }
}

test('a contract has a unique number, ends after it begins, and has one or two services', async () => {
  const save = await startWith('contracts')
  const contract = { number: 'C-1', begins: '2026-01-01', ends: '2026-12-31', services: ['remote'] }
  expect(await save(contract)).toBe('stored')
  expect(await save({ ...contract, number: 'c-1' })).toEqual({
    number: '이미 등록된 계약번호입니다. 기존 계약을 확인해 주세요.',
  })
  const other = { ...contract, number: 'C-2' }
  const services = ['remote', 'repair', 'report']
  expect(await save({ ...other, ends: '2025-12-31', services })).toEqual({
    ends: '2026-01-01 또는 그 이후여야 합니다.',
    services: '2개까지 선택할 수 있습니다.',
  })
  expect(await save({ ...other, visit: '2020-01-01T00:00:00Z' })).toEqual({
    visit: expect.stringMatching(/^\d{4}-\d\d-\d\d 00:00 KST 또는 그 이후여야 합니다\.$/),
  })
})
