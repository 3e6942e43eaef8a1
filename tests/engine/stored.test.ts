/** Config-added fields between the wire and `extra`, and what a renamed field still says. */
import { describe, expect, test } from 'vitest'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { splitStored, withExtra } from '../../src/engine/stored'
import { configFiles } from '../support/configFiles'

const files = configFiles()
const vendors = (added: string) => {
  const path = 'resources/vendors.json'
  const result = compileConfig({
    ...files,
    [path]: files[path]!.replace('"fields": {', `"fields": {${added},`),
  })
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result.config.shared.resources.vendors!
}

const named = vendors('"grade": { "type": "text", "label": "등급" }')
const renamed = vendors('"rating": { "type": "text", "label": "등급", "renamedFrom": "grade" }')

test('a record comes apart into columns and extra', () => {
  expect(splitStored(named, { name: '가온', grade: 'A' })).toEqual({
    columns: { name: '가온' },
    extra: { grade: 'A' },
  })
})

test('extra comes back as ordinary keys, and what config no longer names does not', () => {
  expect(withExtra(named, { name: '가온' }, { grade: 'A', gone: 'x' })).toEqual({ name: '가온', grade: 'A' })
})

test('a field that the user may not see stays away', () => {
  expect(withExtra(named, { name: '가온' }, { grade: 'A' }, field => field.name !== 'grade')).toEqual({
    name: '가온',
  })
})

describe('a renamed field', () => {
  test.each<[string, Record<string, unknown>, unknown]>([
    ['has its former value', { grade: 'A' }, 'A'],
    ['has its new value once it is written', { grade: 'A', rating: 'B' }, 'B'],
    ['stays empty once it is emptied', { grade: 'A', rating: null }, null],
    ['has nothing where there was nothing', {}, undefined],
  ])('%s', (_title, extra, value) => {
    expect(withExtra(renamed, {}, extra).rating).toBe(value)
  })

  test('has the value of a field of the product that it takes the place of', () => {
    const file = JSON.parse(files['resources/vendors.json']!)
    const { addr, ...fields } = file.fields
    file.fields = { ...fields, place: { ...addr, renamedFrom: 'addr' } }
    const text = JSON.stringify(file).replace('["addr",', '["place",')
    const result = compileConfig({
      ...files,
      'resources/vendors.json': text.replace(',"addr"]', ',"place"]'),
    })
    if (!result.ok) throw new Error(JSON.stringify(result.errors))
    const resource = result.config.shared.resources.vendors!
    expect(withExtra(resource, { addr: '서울' }, {}).place).toBe('서울')
    expect(withExtra(resource, { addr: '서울' }, { place: '부산' }).place).toBe('부산')
  })
})
