/** `npm run config:new-resource` writes a valid file from flags or answers, or nothing. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { runCommand } from '../support/commands'
import { compileWith } from '../support/config'
import { copiedConfig } from '../support/dataFolder'

let folder: string
beforeEach(() => {
  folder = copiedConfig()
})

const run = (flags: string[], input?: string) =>
  runCommand('configNewResource', { flags, input, env: { FLEET_CONFIG: folder } })

const fileOf = (name: string) => join(folder, `resources/${name}.json`)

function compiled(name: string) {
  const file = JSON.parse(readFileSync(fileOf(name), 'utf8')) as object
  return compileWith({ [`resources/${name}.json`]: file }).shared.resources[name]!
}

test('flags create a resource with a list, filters and a form', async () => {
  const { code, err, out } = await run([
    ...['--name', 'contracts', '--label', '계약/Contracts', '--menu', 'bar', '--change', 'master'],
    ...['--field', 'number:text:계약 번호/Number:required'],
    ...['--field', 'state:select:상태/State:open=진행|done=종료'],
    ...['--field', 'device:reference:단말/Device:devices'],
    ...['--field', 'paper:multiline:본문'],
  ])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('/app/contracts')
  const resource = compiled('contracts')
  expect(Object.keys(resource.fields)).toEqual(['number', 'state', 'device', 'paper'])
  const shown = resource.list!.columns.filter(column => !column.hidden)
  expect(shown.map(column => column.field)).toEqual(['index', 'number', 'state', 'device'])
  expect(resource.list!.filters.map(filter => filter.name)).toEqual(['q', 'state', 'device'])
  expect([resource.access.create, resource.fields.number?.required]).toEqual(['master', {}])
})

test('a question is repeated until its answer can be used', async () => {
  const resource = ['Bad Name', 'devices', 'cards', '카드/Cards', '카드/Card', '', '', '']
  const fields = ['number', '', '번호', 'y', 'id', '']
  const { code, out } = await run([], `${[...resource, ...fields].join('\n')}\n`)
  expect(code).toBe(0)
  expect(out).toContain('"Bad Name" 은(는) 쓸 수 없습니다.')
  expect(out).toContain('자원 "devices" 이(가) 이미 있습니다.')
  expect(out).toContain('"id" 은(는) 서버가 쓰는 이름입니다.')
  expect(compiled('cards').labelOne).toEqual({ ko: '카드', en: 'Card' })
  expect(compiled('cards').fields.number).toMatchObject({ type: 'text', required: {} })
})

test('an existing resource is not overwritten', async () => {
  const before = readFileSync(fileOf('vendors'), 'utf8')
  const { code, err } = await run(['--name', 'vendors', '--label', '업체', '--field', 'name:text:이름'])
  expect([code, err.trim()]).toEqual([1, '자원 "vendors" 이(가) 이미 있습니다.'])
  expect(readFileSync(fileOf('vendors'), 'utf8')).toBe(before)
})

test('nothing is written if the input ends early', async () => {
  const { code, err } = await run([], 'cards\n카드\n')
  expect([code, err.trim()]).toEqual([1, '그만두었습니다. 아무것도 쓰지 않았습니다.'])
  expect(existsSync(fileOf('cards'))).toBe(false)
})
