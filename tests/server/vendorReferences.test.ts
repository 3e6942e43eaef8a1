/**
 * A reference that config adds to devices leads to records of each device's own vendor, by whatever way it is entered.
 */
import { beforeAll, expect, it } from 'vitest'
import { luhnDigit } from '../../src/domain/imei'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { testConfig } from '../support/config'
import { configFiles } from '../support/configFiles'
import { newDatabase } from '../support/databases'
import { startTestApp, type TestApp } from '../support/server'
import { fileBody } from '../support/walk'

const imei = (at: number) => {
  const digits = String(35209900176148 + at)
  return `${digits}${luhnDigit(digits)}`
}
const [OWN, OTHER] = [1, 2]

let api: TestApp

beforeAll(async () => {
  const current = withHome()
  api = await startTestApp(await newDatabase(), { config: { ...testConfig(), current: () => current } })
  const { db } = api
  await db.insertInto('vendors').values({ name: '누리통신' }).execute()
  await db.insertInto('models').values({ name: 'FT-100' }).execute()
  const batches = [
    { name: '가', model_id: 1, vendor_id: OWN },
    { name: '나', model_id: 1, vendor_id: OTHER },
  ]
  await db.insertInto('batches').values(batches).execute()
  const devices = [OWN, OWN, OTHER].map((vendor, at) => ({
    id: imei(at),
    isdn: `0102000000${at}`,
    model_id: 1,
    vendor_id: vendor,
  }))
  await db.insertInto('devices').values(devices).execute()
})

const homes = async () =>
  (await api.db.selectFrom('devices').select('extra').orderBy('id').execute()).map(({ extra }) => extra.home)
let named = 0
const bulk = async (ids: number[], home: number | null, who = 'master') => {
  const payload = {
    name: `test-home-${++named}`,
    kind: 'change',
    ids: ids.map(imei),
    expected: ids.length,
    values: { home },
  }
  const answer = await api.ask(who, { method: 'POST', url: '/api/devices/bulk', payload })
  const { rows, code } = answer.json()
  return [answer.statusCode, code, rows?.map(({ value }: { value: string }) => value)]
}
const sheet = async (home: string, who = 'master') => {
  const { body, type } = fileBody(`IMEI,설치 그룹\n${imei(0)},${home}`)
  const headers = { 'content-type': type }
  const answer = await api.ask(who, {
    method: 'POST',
    url: '/api/devices/roster/update',
    payload: body,
    headers,
  })
  return [answer.statusCode, answer.json().rows?.map(({ code }: { code: string }) => code)]
}

it('is set in many devices only where all are of the vendor', async () => {
  expect(await bulk([0, 1, 2], OWN)).toEqual([422, 'bulk.rows', [imei(2)]])
  expect(await bulk([0, 1], OTHER)).toEqual([422, 'bulk.rows', [imei(0), imei(1)]])
  expect(await homes()).toEqual([undefined, undefined, undefined])
  expect((await bulk([0, 1], OWN))[0]).toBe(200)
  expect((await bulk([2], OTHER))[0]).toBe(200)
  expect(await homes()).toEqual([OWN, OWN, OTHER])
  expect((await bulk([1], null))[0]).toBe(200)
  expect((await bulk([1], OTHER, 'vendor'))[0]).toBe(422)
  expect((await bulk([1], OWN, 'vendor'))[0]).toBe(200)
})

it('is set by a sheet only where the device is of the vendor', async () => {
  expect(await sheet('나')).toEqual([422, ['field.choice']])
  expect((await homes())[0]).toBe(OWN)
  expect((await sheet('가'))[0]).toBe(200)
})

it('is named by a roster among those of the device’s vendor, though another has one of that name', async () => {
  await api.db.insertInto('batches').values({ name: '가', model_id: 1, vendor_id: OTHER }).execute()
  const register = async (at: number, vendor: string, home: string) => {
    const lines = `IMEI,전화번호,시리얼,모델,업체,설치 그룹\n${imei(at)},0102000000${at},${at},FT-100,${vendor},${home}`
    const { body, type } = fileBody(lines)
    const headers = { 'content-type': type }
    const answer = await api.ask('master', {
      method: 'POST',
      url: '/api/devices/roster/ul',
      payload: body,
      headers,
    })
    return [answer.statusCode, answer.json().rows?.map(({ code }: { code: string }) => code)]
  }
  expect(await register(5, '누리통신', '가')).toEqual([200, undefined])
  expect((await homes()).at(-1)).toBe(3)
  expect(await register(6, '누리통신', String(OWN))).toEqual([422, ['referenceUnknown']])
  expect(await register(6, '누리통신', '나')).toEqual([200, undefined])
  expect((await homes()).at(-1)).toBe(OTHER)
})

function withHome() {
  const files = configFiles()
  const devices = JSON.parse(files['resources/devices.json']!)
  devices.fields.home = { type: 'reference', reference: 'batches', label: { ko: '설치 그룹', en: 'Home' } }
  const roster = JSON.parse(files['roster.json']!)
  roster.columns.push({ field: 'home', header: '설치 그룹' })
  const compiled = compileConfig({
    ...files,
    'resources/devices.json': JSON.stringify(devices),
    'roster.json': JSON.stringify(roster),
  })
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.errors, null, 1))
  return compiled.config
}
