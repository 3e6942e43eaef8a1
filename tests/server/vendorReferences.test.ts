/**
 * A reference that config adds to devices leads to records of the vendor of each device, in bulk changes and in sheets.
 */
import { expect, it } from 'vitest'
import { compileWith } from '../support/config'
import { findRows, insertDevices, insertRow } from '../support/rows'
import { startTestApp } from '../support/server'
import { imeiOf } from '../support/walk'

/** Batches: 1 of vendor 1, 2 of vendor 2. Devices 0 and 1 are of vendor 1, 2 of vendor 2. */
const [OWN, OTHER] = [1, 2]
const current = compileWith({
  'resources/devices.json': ({ fields }) => {
    fields.home = { type: 'reference', reference: 'batches', label: { ko: '설치 그룹', en: 'Home' } }
  },
  'roster.json': file => void (file.columns as object[]).push({ field: 'home', header: '설치 그룹' }),
})

const api = await startTestApp(undefined, { current: () => current })
await insertRow(api.db, 'vendors', { name: '누리통신' })
await insertRow(api.db, 'models', { name: 'FT-100' })
await insertRow(api.db, 'batches', { name: '가', model_id: 1, vendor_id: OWN })
await insertRow(api.db, 'batches', { name: '나', model_id: 1, vendor_id: OTHER })
await insertDevices(api.db, 3, nth => ({ vendor_id: nth < 2 ? OWN : OTHER }))

const homes = async () => (await findRows(api.db, 'devices')).map(({ extra }) => extra.home)
let count = 0
const bulk = async (numbers: number[], home: number | null, who = 'master') => {
  const ids = numbers.map(imeiOf)
  const change = { name: `test-home-${++count}`, kind: 'change', ids, expected: ids.length, values: { home } }
  const response = await api.post(who, '/api/bulk/devices', change)
  const { rows, code } = response.json()
  return [response.statusCode, code, rows?.map(({ value }: { value: string }) => value)]
}
const upload = async (path: string, file: string) => {
  const response = await api.upload('master', `/api/devices/roster/${path}`, file)
  return [response.statusCode, response.json().rows?.map(({ code }: { code: string }) => code)]
}

it('a bulk change is refused for devices of another vendor', async () => {
  expect(await bulk([0, 1, 2], OWN)).toEqual([422, 'bulk.rows', [imeiOf(2)]])
  expect(await bulk([0, 1], OTHER)).toEqual([422, 'bulk.rows', [imeiOf(0), imeiOf(1)]])
  expect(await homes()).toEqual([undefined, undefined, undefined])
  expect((await bulk([0, 1], OWN))[0]).toBe(200)
  expect((await bulk([2], OTHER))[0]).toBe(200)
  expect(await homes()).toEqual([OWN, OWN, OTHER])
  expect((await bulk([1], null))[0]).toBe(200)
  expect((await bulk([1], OTHER, 'vendor'))[0]).toBe(422)
  expect((await bulk([1], OWN, 'vendor'))[0]).toBe(200)
})

it('a sheet that updates devices is refused for a record of another vendor', async () => {
  const update = (home: string) => upload('update', `IMEI,설치 그룹\n${imeiOf(0)},${home}`)
  expect(await update('나')).toEqual([422, ['field.choice']])
  expect((await homes())[0]).toBe(OWN)
  expect((await update('가'))[0]).toBe(200)
})

it('a roster finds the record of the vendor of the device, also if another vendor has the same name', async () => {
  const namesake = await insertRow(api.db, 'batches', { name: '가', model_id: 1, vendor_id: OTHER })
  const register = (nth: number, home: string) =>
    upload(
      'ul',
      `IMEI,전화번호,시리얼,모델,업체,설치 그룹\n${imeiOf(nth)},0102000000${nth},${nth},FT-100,누리통신,${home}`,
    )
  expect(await register(5, '가')).toEqual([200, undefined])
  expect((await homes()).at(-1)).toBe(namesake)
  expect(await register(6, String(OWN))).toEqual([422, ['referenceUnknown']])
  expect(await register(6, '나')).toEqual([200, undefined])
  expect((await homes()).at(-1)).toBe(OTHER)
})
